// @vitest-environment happy-dom
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { ListedTask } from './queries.ts'
import { TaskTable } from './task-table.tsx'

beforeAll(() => loadTexts('zh-CN'))
afterEach(() => vi.unstubAllGlobals())

const listed = (id: number, classes: ListedTask['classes'] = []) =>
  sampleOf(taskListsAdmin.tasks.output.properties.list.items, {
    ...{
      id,
      set_id: null,
      guild_id: 1,
      guild_name: '一班',
      hue: 'tech',
      glyph: 'star',
      flag: '',
      title: `任务${id}`,
    },
    ...{ type: 'main', status: 'open', chapter: '', due_at: null, accepted: 0, submitted: 0, waiting: 0, passed: 0 },
    classes,
  })

/** A teacher’s tasks; `asked` collects the actions on several tasks at once. */
const opened = async (list: readonly ListedTask[], refused: readonly number[] = [], lost = 0, total?: number) => {
  const asked: { ids: number[]; days?: number; from?: unknown }[] = []
  let left = lost
  connect(async ({ path, input }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path === taskListsAdmin.tasks.path) return answer({ list, total: total ?? list.length, next: null })
    if (path !== taskListsAdmin.bulk.path) return answer({ list: [], next: null })
    const { ids, days, from } = sentWith(taskListsAdmin.bulk, input)
    asked.push({ ids, ...(days !== undefined && { days, from }) })
    if ((left -= 1) >= 0) throw new TypeError('the answer was lost')
    return answer({
      changed: ids.filter((id) => !refused.includes(id)),
      refused: refused.map((id) => ({ id, title: `任务${id}`, reason: 'DUE_EARLIER', text: '截止时间只能往后改' })),
    })
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <TaskTable may_pick />
    </MeContext>,
  )
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await settle()
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await settle()
  }
  const box = (name: string) => elementOf(HTMLInputElement, page.named('input', name))
  return { page, press, box, settle, asked }
}

test('a teacher who presses again after a partial refusal acts only on the refused tasks, not on the done ones', async () => {
  const { page, press, box, asked } = await opened([listed(1), listed(2), listed(3)], [2])
  await page.doing(() => box('选择这一页').click())
  await press('停止提交')
  expect(page.all('dialog')[0]?.textContent).toContain('任务2')
  await press('停止提交')
  expect(asked).toEqual([{ ids: [1, 2, 3] }, { ids: [2] }])
  await page.close()
})

test('a teacher who chooses all of a term’s 112 tasks reads how many of them are not chosen', async () => {
  const tasks = Array.from({ length: 50 }, (_, at) => listed(at + 1))
  const { page, box } = await opened(tasks, [], 0, 112)
  await page.doing(() => box('任务3').click())
  expect(page.named('fieldset', '已选1个').textContent).not.toContain('没选上')
  await page.doing(() => box('选择这一页').click())
  expect(page.named('fieldset', '已选50个').textContent).toContain('还有62个没选上')
  await page.close()
})

test('choosing all takes a set whole or not at all, and a set of which some classes are chosen says so while it is closed', async () => {
  const tasks = Array.from({ length: 98 }, (_, at) => listed(at + 1))
  const classes = [201, 202, 203].map((id) => {
    const { classes: _none, ...one } = listed(id)
    return { ...one, guild_name: `班${id}` }
  })
  const { page, press, box, asked } = await opened([...tasks, listed(200, classes)])
  await page.doing(() => box('选择这一页').click())
  expect([box('任务200').checked, box('任务200').indeterminate]).toEqual([false, false])
  await press('停止提交')
  expect(asked.at(-1)?.ids).toHaveLength(98)
  await press('展开')
  await page.doing(() => box('班202').click())
  expect([box('任务200').checked, box('任务200').indeterminate]).toEqual([false, true])
  await page.close()
})

test('a teacher who chooses more tasks than one call takes reads that before pressing, and nothing is sent', async () => {
  const tasks = Array.from({ length: 103 }, (_, at) => listed(at + 1))
  const { page, press, box, asked } = await opened(tasks)
  await page.doing(() => box('选择这一页').click())
  await page.doing(() => box('任务101').click())
  expect(page.all('fieldset output')[0]?.textContent).toBe('一次最多100个')
  await press('停止提交')
  expect(asked).toEqual([])
  await page.doing(() => box('任务101').click())
  await press('停止提交')
  expect(asked.map(({ ids }) => ids.length)).toEqual([100])
  await page.close()
})

test('a teacher who comes from the tasks due soon reads that the list holds only these, and can take that off', async () => {
  const asked: object[] = []
  connect(async ({ path, input }) => {
    if (path === taskListsAdmin.tasks.path) asked.push(input)
    return { code: 1, msg: '', time: 0, data: { list: [], next: null } }
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <TaskTable may_pick />
    </MeContext>,
    `/tasks${adminPaths.tasksDueSoon().replace(/^[^?]*/, '')}`,
  )
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(asked.at(-1)).toMatchObject({ due_soon: true, sort: 'due' })
  const chosen = page.all('select').map((one) => elementOf(HTMLSelectElement, one).selectedOptions[0]?.textContent)
  expect(chosen).toContain('7天内截止')
  await page.doing(() => page.named('button', '看全部').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(asked.at(-1)).not.toHaveProperty('due_soon')
  await page.close()
})

test('a teacher who moves dates and presses again, because the answer was lost, sends the dates that were shown at first', async () => {
  const due = (at: string) => ({ ...listed(1), open_at: null, close_at: null, due_at: at })
  const list = [due('2026-10-20T15:59:00.000Z')]
  const { page, press, box, asked } = await opened(list, [], 1)
  await page.doing(() => box('选择这一页').click())
  await press('移动日期')
  await press('执行')
  // The list is read anew after the failure: there it has the new date.
  list[0] = due('2026-10-27T15:59:00.000Z')
  await press('执行')
  const from = [{ id: 1, open_at: null, due_at: '2026-10-20T15:59:00.000Z', close_at: null }]
  expect(asked).toEqual([
    { ids: [1], days: 7, from },
    { ids: [1], days: 7, from },
  ])
  await page.close()
})

test('a teacher whose move was cut off reads that some may be moved, and whoever closes the dialog and opens it again moves none twice', async () => {
  const due = (at: string) => ({ ...listed(1), open_at: null, close_at: null, due_at: at })
  const list = [due('2026-10-20T15:59:00.000Z')]
  const { page, press, box, asked, settle } = await opened(list, [], 1)
  await page.doing(() => box('选择这一页').click())
  await press('移动日期')
  list[0] = due('2026-10-27T15:59:00.000Z')
  await press('执行')
  expect(page.all('dialog output')[0]?.textContent).toContain('可能改好了一部分')
  await press('取消')
  await settle()
  expect(page.all('fieldset output')[0]?.textContent).toContain('可能改好了一部分')
  await press('移动日期')
  await press('执行')
  const from = [{ id: 1, open_at: null, due_at: '2026-10-20T15:59:00.000Z', close_at: null }]
  expect(asked.map((one) => one.from)).toEqual([from, from])
  await page.close()
})

test('a teacher who moves the dates of a whole term reads how many of its tasks are closed and may open again', async () => {
  const closed = (id: number) => ({ ...listed(id), status: 'closed' as const })
  const { page, press, box } = await opened([listed(1), closed(2), closed(3)])
  await page.doing(() => box('选择这一页').click())
  await press('移动日期')
  expect(page.all('dialog')[0]?.textContent).toContain('其中2个已停止提交')
  await press('取消')
  for (const name of ['任务2', '任务3']) await page.doing(() => box(name).click())
  await press('移动日期')
  expect(page.all('dialog')[0]?.textContent).not.toContain('已停止提交')
  await page.close()
})

test('on a phone a teacher reads the state, the date and the numbers of a task below its title, not beside it', async () => {
  const wide = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) => wide(query.replace('max-width: 640px', 'min-width: 1px')))
  const due_at = '2026-12-06T14:00:00.000Z'
  const { page } = await opened([{ ...listed(1), due_at, accepted: 20, waiting: 3 }, listed(2)])
  expect(page.all('thead th').map(({ textContent }) => textContent)).toEqual(['任务'])
  const [first, second] = page.all('tbody th')
  expect(first?.textContent).toMatch(/任务1.*一班.*开放.*截止.*12月6日.*接取 20.*已交 0.*待批 3.*通过 0/)
  expect(second?.textContent).toMatch(/没有期限.*接取 0/)
  const links = page.all('tbody a').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toContainEqual(['待批 3', adminPaths.review({ task: 1 })])
  expect(links).not.toContainEqual(['已交 0', expect.anything()])
  await page.close()
})
