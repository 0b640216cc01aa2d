// @vitest-environment happy-dom
import type { Input, Output } from '@tongchuang/contract/call.ts'
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GradeBoard } from './grade-board.tsx'

beforeAll(() => loadTexts('zh-CN'))

type Asked = Partial<Input<typeof gradesAdmin.grid>>

const scale = { due_at: null, max_score: 100, may_enter: true, held: 0 }
const taskOf = (id: number, channel: 'online' | 'offline') => ({
  ...{ id, set_id: null, title: `任务${id}`, channel, hold: true, ...scale },
  members: [{ task_id: id, guild_id: 1, ...scale }],
})
const [written, dictation] = [taskOf(5, 'online'), taskOf(9, 'offline')]
const studentOf = (user_id: number, real_name: string, class_name: string) => ({
  student: { user_id, real_name, nickname: '', student_no: `20260${user_id}`, class_name },
  ...{ guild_ids: [1], average: null, cells: [] },
})
const everybody = [
  studentOf(1, '王芳', '一班'),
  studentOf(2, '张伟', '一班'),
  studentOf(3, '韩梅梅', '二班'),
  studentOf(4, '张伟', '二班'),
]

/** The students whom the server answers: those of the class that is asked for, two at a time. */
const answerOf = ({ class_name, after = '' }: Asked): Output<typeof gradesAdmin.grid> => {
  const found = everybody.filter(({ student }) => !class_name || student.class_name === class_name)
  const from = Number(after)
  const list = found.slice(from, from + 2)
  return sampleOf(gradesAdmin.grid.output, {
    tasks: class_name ? [dictation] : [written, dictation],
    students: { list, total: found.length, next: from + 2 < found.length ? String(from + 2) : null },
    guilds: [{ id: 1, name: '一班' }],
    guilds_left: 0,
  })
}

/** The grid at an address, and pasting into the first cell of the dictation. */
const openGrid = async (address: string) => {
  let isReached = true
  const refused = new Set<number>()
  connect(async ({ path, input }) => {
    if (path === gradesAdmin.guilds.path)
      return { code: 1, msg: '', time: 0, data: [{ id: 1, name: '一班', may_export: true }] }
    if (path === enteredResultsAdmin.set.path && refused.has((input as { user_id: number }).user_id))
      return { code: 0, msg: '公会已归档', time: 0, data: { reason: 'ARCHIVED' } }
    if (!isReached) return { code: 0, msg: '现在人太多', time: 0, data: { reason: 'BUSY' } }
    return { code: 1, msg: '', time: 0, data: answerOf(input as Asked) }
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 1, role: 'teacher', guilds: 1 })}>
      <RoleContext value="teacher">
        <GradeBoard />
      </RoleContext>
    </MeContext>,
    address,
  )
  const cells = () => page.all('td[data-entered="9"]')
  await page.doing(() => expect.poll(() => cells().length).toBeGreaterThan(0))
  const paste = (text: string) =>
    page.doing(() => {
      cells()[0]?.focus()
      const event = new Event('paste', { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } })
      cells()[0]?.dispatchEvent(event)
    })
  const told = () => page.all('[data-outcome]').map((line) => `${line.textContent} ${line.dataset['outcome']}`)
  return {
    page,
    paste,
    told,
    refused,
    cut: () => {
      isReached = false
    },
  }
}

const list = '王芳\t90\n韩梅梅\t80\n张伟\t70\n陌生人\t60'

test('a teacher who pastes the list of a guild while the grid shows one class writes the scores of the others too, and none into the wrong one of two namesakes', async () => {
  const { page, paste, told } = await openGrid('/grades?guild=1&class=一班')
  await paste(list)
  await page.doing(() =>
    expect
      .poll(told)
      .toEqual([
        expect.stringMatching(/^王芳.*90 write$/),
        expect.stringMatching(/^韩梅梅.*80 write$/),
        expect.stringMatching(/^张伟.* namesakes$/),
        expect.stringMatching(/^陌生人.* nobody$/),
      ]),
  )
  await page.close()
})

test('a teacher who pastes into a long grid that has not been scrolled to its end reaches all its students, by name or one after the other', async () => {
  const { page, paste, told } = await openGrid('/grades?guild=1')
  await paste(list)
  await page.doing(() => expect.poll(() => told()[1]).toMatch(/^韩梅梅.*80 write$/))
  await page.doing(() => page.named('button', '取消').click())
  await paste('91\n92\n93\n94')
  await page.doing(() =>
    expect.poll(() => told().map((line) => line.split(' ').at(-1))).toEqual(Array(4).fill('write')),
  )
  await page.close()
})

test('a teacher who pastes while the server cannot answer is told so, and pastes again', async () => {
  toasts.set([])
  const { page, paste, told, cut } = await openGrid('/grades?guild=1&class=一班')
  cut()
  await paste(list)
  await expect.poll(() => toasts.get().map(({ text }) => text)).toEqual(['现在人太多'])
  expect(told()).toEqual([])
  await page.close()
})

test('a teacher reads whose pasted score was refused, and why, where the filter hides that student', async () => {
  const { page, paste, refused } = await openGrid('/?guild=1&class=一班')
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  refused.add(3)
  await paste(list)
  await page.doing(() => expect.poll(() => page.all('[data-outcome]').length).toBe(4))
  await page.doing(() =>
    page
      .all('dialog button')
      .find((one) => one.textContent?.includes('2'))
      ?.click(),
  )
  await settle()
  const said = () => page.all('[role="alert"] li').map((one) => one.textContent)
  await page.doing(() => expect.poll(said).toHaveLength(1))
  expect(said()[0]).toContain('韩梅梅任务9')
  expect(said()[0]).toContain('公会已归档')
  await page.doing(() => page.named('button', '放弃韩梅梅的这个值').click())
  expect(said()).toEqual([])
  await page.close()
})
