// @vitest-environment happy-dom
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { PublishPanel } from './publish-panel.tsx'
import type { TaskForm } from './queries.ts'
import type { Classes } from './use-classes.ts'
import { useTaskForm } from './use-task-form.ts'

const draft = sampleOf(taskEditing.form.output, {
  ...{ id: 3, guild_id: 6, status: 'draft', base_version: 1, title: '观鸟', content: '看三天', type: 'side' },
  ...{ set: null, may_lead: true, read_only: false, open_at: null, due_at: null, close_at: null, criteria: [] },
  ...{ files: [], prerequisites: [], questions: [], channel: 'online', points: 10, member_count: 20 },
})

const Panel = ({ form = draft }: { form?: TaskForm }) => (
  <PublishPanel editing={useTaskForm(form, 11)} classes={{ refused: [] } as unknown as Classes} uploading={false} />
)

beforeAll(() => loadTexts('zh-CN'))

test('a teacher whose task is published, and cannot be read right after, is told both, and reads it anew', async () => {
  toasts.set([])
  let isDown = true
  connect(async ({ path }) => {
    if (path === taskEditing.publish.path) return { code: 1, msg: '', time: 0, data: { classes: [] } }
    if (path !== taskEditing.form.path) return { code: 1, msg: '', time: 0, data: { list: [], next: null } }
    if (isDown) throw new Error('the line is broken')
    return { code: 1, msg: '', time: 0, data: { ...draft, status: 'open', base_version: 2 } }
  })
  const page = await openPage(<Panel />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await page.doing(() => page.named('button', '发布').click())
  await settle()
  expect(toasts.get()).toMatchObject([{ kind: 'success', text: '已发布' }])
  expect(page.named('[role=alert]', '已发布').textContent).toContain('没能读到任务现在的样子')
  isDown = false
  await page.doing(() => page.all('[role=alert] button')[0]?.click())
  await settle()
  expect(page.all('[role=alert]')).toEqual([])
  expect(page.named('button', '停止提交')).toBeTruthy()
  await page.close()
})

test('a teacher of a guild with hundreds of tasks is told of the one that is due the same week, wherever it stands', async () => {
  const due_at = '2026-12-10T04:00:00.000Z'
  const listed = (id: number, at: string | null) => ({ id, title: `第${id}次`, due_at: at })
  const first = Array.from({ length: 100 }, (_, at) => listed(100 + at, '2026-10-08T04:00:00.000Z'))
  connect(async ({ path, input }) => {
    if (path !== taskListsAdmin.tasks.path || input.status !== 'open')
      return { code: 1, msg: '', time: 0, data: { list: [], next: null } }
    const data = input.after
      ? { list: [listed(900, '2026-12-11T04:00:00.000Z')], next: null }
      : { list: first, next: 'more' }
    return { code: 1, msg: '', time: 0, data }
  })
  const hint = async (status: TaskForm['status']) => {
    const page = await openPage(<Panel form={{ ...draft, status, due_at }} />)
    await page.doing(() => expect.poll(() => page.all('li[data-tone=warn]').length).toBe(1))
    const text = page.all('li[data-tone=warn]')[0]?.textContent
    await page.close()
    return text
  }
  expect(await hint('draft')).toBe('同一周还有1个截止《第900次》12月11日不影响发布。')
  // A task that is already published is not blocked from publishing.
  expect(await hint('open')).toBe('同一周还有1个截止《第900次》12月11日')
})

test('a teacher whose task reached two of three classes is told which one has not got it', async () => {
  toasts.set([])
  const inClass = (guild_id: number) => ({
    ...{ task_id: guild_id, guild_id, guild_name: `高一${guild_id}班`, status: 'draft', may_lead: true },
    ...{ archived: false, member_count: 40 },
  })
  const set = { id: 9, shared_students: 0, members: [6, 7, 8].map(inClass) }
  const out = (guild_id: number, done: boolean) => ({
    ...{ ...inClass(guild_id), done, made: false },
    ...{ reason: done ? '' : 'LACKS', text: done ? '' : '截止时间已经过了' },
  })
  connect(async ({ path }) => {
    if (path === taskEditing.publish.path)
      return { code: 1, msg: '', time: 0, data: { classes: [out(7, true), out(8, false)] } }
    if (path === taskEditing.form.path) return { code: 1, msg: '', time: 0, data: { ...draft, status: 'open' } }
    return { code: 1, msg: '', time: 0, data: { list: [], next: null } }
  })
  const page = await openPage(<Panel form={{ ...draft, set } as unknown as TaskForm} />)
  await page.doing(() => page.named('button', '发到3个班').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(toasts.get()).toMatchObject([{ kind: 'warning', text: '已发布，但没有发到高一8班，原因写在那个班下面' }])
  await page.close()
})
