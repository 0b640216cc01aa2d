// @vitest-environment happy-dom
import type { Output } from '@tongchuang/contract/call.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GradeBoard } from './grade-board.tsx'

beforeAll(() => loadTexts('zh-CN'))

type Role = 'admin' | 'teacher' | 'assistant'

const openBoard = (role: Role, guilds: number, address?: string) =>
  openPage(
    <MeContext value={aMe({ id: 1, role, guilds })}>
      <RoleContext value={role}>
        <GradeBoard />
      </RoleContext>
    </MeContext>,
    address,
  )

const openGrades = async (role: Role, guilds: number) => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: [] }))
  const page = await openBoard(role, guilds)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  return page
}

/** The grid of a teacher with one guild, as the server answers it. */
const openGrid = (grid: Part<Output<typeof gradesAdmin.grid>>) => {
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data:
      path === gradesAdmin.guilds.path
        ? [{ id: 1, name: '一班', may_export: true }]
        : sampleOf(gradesAdmin.grid.output, grid),
  }))
  return openBoard('teacher', 1)
}

test('whoever leads guilds and has none is not told that a teacher keeps its grades from them', async () => {
  for (const role of ['teacher', 'admin'] as const) {
    const page = await openGrades(role, 0)
    expect(document.body.textContent).toContain('你还没有公会')
    expect(document.body.textContent).not.toContain('看成绩表')
    expect(page.named('a', '去建公会').getAttribute('href')).toBe('/guilds')
    await page.close()
  }
})

test('an assistant whose guilds show them no grades reads who can change that', async () => {
  const page = await openGrades('assistant', 2)
  expect(document.body.textContent).toContain('老师可以在公会设置里打开「看成绩表」')
  await page.close()
})

test('a teacher who follows a link to a set that is gone is led back to their grades, not to try for ever', async () => {
  const guilds = [1, 2].map((id) => ({ id, name: `${id}班`, may_export: true }))
  connect(async ({ path }) =>
    path === gradesAdmin.guilds.path
      ? { code: 1, msg: '', time: 0, data: guilds }
      : { code: 0, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } },
  )
  const page = await openBoard('teacher', 2, '/grades?set=99')
  await page.doing(() => expect.poll(() => page.all('button').map((one) => one.textContent)).toContain('清除筛选'))
  expect(page.all('[role=alert]')).toEqual([])
  await page.close()
})

test('a teacher who follows a link to a guild that is gone reads that the grid below is of another', async () => {
  const guilds = [{ id: 1, name: '一班', may_export: true }]
  connect(async ({ path }) =>
    path === gradesAdmin.guilds.path
      ? { code: 1, msg: '', time: 0, data: guilds }
      : { code: 0, msg: '', time: 0, data: { reason: 'BUSY' } },
  )
  const open = async (address: string) => {
    const page = await openBoard('teacher', 1, address)
    await page.doing(() => expect.poll(() => page.all('select').length).toBeGreaterThan(0))
    const said = document.body.textContent
    await page.close()
    return said
  }
  expect(await open('/grades?guild=99')).toContain('不存在，或者它的成绩不给你看。下面是「一班」')
  expect(await open('/grades?guild=1')).not.toContain('不存在')
  expect(await open('/grades?class=一班')).not.toContain('不存在')
})

test('a teacher whose grid has submitted tasks and one done in person finds the signs of both explained', async () => {
  const student = { user_id: 3, nickname: '小林', real_name: '林雨桐', student_no: '1', class_name: '一班' }
  const taskOf = (id: number, may_enter: boolean) => {
    const own = { due_at: null, max_score: 100, may_enter, held: 0 }
    const channel = may_enter ? ('offline' as const) : ('online' as const)
    return { id, set_id: null, title: `任务${id}`, channel, ...own, members: [{ task_id: id, guild_id: 1, ...own }] }
  }
  const legendOf = async (kinds: readonly boolean[]) => {
    const tasks = kinds.map((may_enter, at) => taskOf(at + 1, may_enter))
    const list = [{ student, guild_ids: [1], average: null, cells: [] }]
    const grid = { tasks, students: { list, total: 1, next: null }, guilds: [{ id: 1, name: '一班' }], guilds_left: 0 }
    const page = await openGrid(grid)
    const said = () => document.body.textContent
    await page.doing(() => expect.poll(said).toContain('林雨桐'))
    const found = [said().includes('未截止，未交'), said().includes('没参加，不给分')]
    await page.close()
    return found
  }
  expect(await legendOf([false, true])).toEqual([true, true])
  expect(await legendOf([false])).toEqual([true, false])
  expect(await legendOf([true])).toEqual([false, true])
})

test('a teacher reads at the head of a column what its scores are out of, unless that is 100', async () => {
  const taskOf = (id: number, max_score: number) => {
    const own = { due_at: null, max_score, may_enter: false, held: 0 }
    return {
      id,
      set_id: null,
      title: `任务${id}`,
      channel: 'online' as const,
      ...own,
      members: [{ task_id: id, guild_id: 1, ...own }],
    }
  }
  const student = { user_id: 3, nickname: '小林', real_name: '林雨桐', student_no: '1', class_name: '一班' }
  const list = [{ student, guild_ids: [1], average: null, cells: [] }]
  const students = { list, total: 1, next: null }
  const grid = { tasks: [taskOf(1, 40), taskOf(2, 100)], students, guilds: [{ id: 1, name: '一班' }], guilds_left: 0 }
  const page = await openGrid(grid)
  const heads = () => page.all('th').map(({ textContent }) => textContent ?? '')
  await page.doing(() => expect.poll(() => heads().join()).toContain('任务2'))
  expect(heads().filter((head) => head.includes('满分'))).toEqual([expect.stringMatching(/任务1.*满分40/)])
  await page.close()
})
