// @vitest-environment happy-dom
import { remarkingAdmin } from '@tongchuang/contract/remarking.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import type { ComponentProps } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { RemarkDialog } from './remarking.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => localStorage.clear())

const open = (props: ComponentProps<typeof RemarkDialog>) =>
  openPage(
    <MeContext value={aMe({ id: 11 })}>
      <RemarkDialog {...props} />
    </MeContext>,
  )

const side = (score: number, decision = 'pass') => ({ score, points: score / 10, decision })
const student = { user_id: 1, nickname: '小许', real_name: '许知遥', student_no: '1', class_name: '高一' }
const preview = {
  ...{ base_version: 7, max_score: 100, waiting: 2, released: 60, held: 0, kept: 0 },
  list: [{ submit_id: 5, student, kind: 'released', before: side(50, 'fail'), after: side(80) }],
}

test('the teacher reads who changes from what to what, says why, and it goes on until nothing is left', async () => {
  const sent: unknown[] = []
  const left = [20, 0]
  connect(async ({ path, input }) => {
    const answer = (data: Record<string, unknown>) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path === remarkingAdmin.preview.path) return answer(preview)
    sent.push(input)
    return answer({ done: left.length === 2 ? 40 : 20, left: left.shift() ?? 0 })
  })
  let closed = 0
  const page = await open({ classes: [{ task_id: 3, guild_name: '高一（1）班' }], onClose: () => (closed += 1) })
  await page.doing(() => expect.poll(() => page.all('tbody tr').length).toBe(1))
  const row = page.all('tbody tr')[0]?.textContent ?? ''
  for (const word of ['许知遥', '50分', '80分', '改为通过']) expect(row).toContain(word)
  expect(page.all('li').map((one) => one.textContent)).toEqual([
    '60份已公布的成绩会变，同学会收到通知',
    '2份待批的，系统批的结果会变',
  ])
  const confirm = page.named('button', '重新批阅')
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  const why = elementOf(HTMLTextAreaElement, page.all('textarea')[0])
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(why, '第2题的答案错了')
    why.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.doing(() => page.named('button', '重新批阅').click())
  await page.doing(() => expect.poll(() => closed).toBe(1))
  // What was sent is not there for the next time.
  expect(localStorage).toHaveLength(0)
  const asked = { task_id: 3, base_version: 7, reason: '第2题的答案错了' }
  expect(sent).toEqual([asked, asked])
  await page.close()
})

test('a task of three classes is marked again class by class, each by its own version, and a class without a change is left alone', async () => {
  const sent: unknown[] = []
  const none = { ...{ base_version: 2, max_score: 100, waiting: 0, released: 0, held: 0, kept: 0 }, list: [] }
  const held = { ...none, base_version: 9, held: 1, list: [{ ...preview.list[0], submit_id: 6, kind: 'held' }] }
  connect(async ({ path, input }) => {
    const answer = (data: Record<string, unknown>) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path === remarkingAdmin.preview.path)
      return answer({ 3: preview, 4: none, 5: held }[sentWith(remarkingAdmin.preview, input).task_id] ?? none)
    sent.push(input)
    return answer({ done: 1, left: 0 })
  })
  let closed = 0
  const classes = [1, 2, 3].map((nth) => ({ task_id: nth + 2, guild_name: `高一（${nth}）班` }))
  const page = await open({ classes, onClose: () => (closed += 1) })
  await page.doing(() => expect.poll(() => page.all('tbody tr').length).toBe(2))
  expect(page.all('h3').map((one) => one.textContent)).toEqual(['高一（1）班', '高一（2）班', '高一（3）班'])
  expect(page.all('section')[1]?.textContent).toContain('没有哪一份会变')
  const why = elementOf(HTMLTextAreaElement, page.all('textarea')[0])
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(why, '第2题的答案错了')
    why.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.doing(() => page.named('button', '重新批阅').click())
  await page.doing(() => expect.poll(() => closed).toBe(1))
  expect(sent).toEqual([
    { task_id: 3, base_version: 7, reason: '第2题的答案错了' },
    { task_id: 5, base_version: 9 },
  ])
  await page.close()
})

test('the reason of a new marking is there again after Esc', async () => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: preview }))
  const dialog = { classes: [{ task_id: 3, guild_name: '高一（1）班' }], onClose: () => undefined }
  const before = await open(dialog)
  await before.doing(() => expect.poll(() => before.all('textarea').length).toBe(1))
  await before.doing(() => {
    const why = elementOf(HTMLTextAreaElement, before.all('textarea')[0])
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(why, '第2题的答案错了')
    why.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await before.close()
  const page = await open(dialog)
  await page.doing(() => expect.poll(() => page.all('textarea').length).toBe(1))
  expect(elementOf(HTMLTextAreaElement, page.all('textarea')[0]).value).toBe('第2题的答案错了')
  await page.close()
})
