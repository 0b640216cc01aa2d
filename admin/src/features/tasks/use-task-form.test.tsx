// @vitest-environment happy-dom
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { TaskForm } from './queries.ts'
import { useTaskForm } from './use-task-form.ts'

const draft = { id: 3, status: 'draft', base_version: 1, title: '观鸟', content: '' } as unknown as TaskForm
type Sent = { title?: string; base_version: number }
let sent: Sent[] = []
let refusal: Record<string, unknown> | null = null
let editing: ReturnType<typeof useTaskForm>
let page: Awaited<ReturnType<typeof openPage>>

const Editor = ({ form }: { form: TaskForm }) => {
  const now = useTaskForm(form)
  useLayoutEffect(() => void (editing = now))
  return null
}
const open = async (form: TaskForm = draft) => (page = await openPage(<Editor form={form} />))
const type = (title: string) => page.doing(() => editing.change({ title }))
const pass = (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms))

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  refusal = null
  connect(async ({ path, input }) => {
    if (path !== taskEditing.update.path) throw new Error(path)
    sent.push(input as Sent)
    if (refusal) return { code: 0, msg: '', time: 0, data: refusal }
    return { code: 1, msg: '', time: 0, data: { ...draft, ...(input as Sent), base_version: 1 + sent.length } }
  })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

test('a draft saves itself a second after the last letter, on the version it was read in', async () => {
  await open()
  await type('观')
  await pass(900)
  await type('观鸟记')
  await pass(900)
  expect(sent).toEqual([])
  await pass(200)
  expect(sent).toMatchObject([{ title: '观鸟记', base_version: 1 }])
  expect(editing.state).toBe('saved')
  await type('观鸟日记')
  await pass(1100)
  expect(sent[1]).toMatchObject({ title: '观鸟日记', base_version: 2 })
})

test('what was typed and not saved is there after a reload', async () => {
  await open()
  await type('没来得及保存')
  await page.close()
  await open()
  expect(editing.values.title).toBe('没来得及保存')
  expect(editing.state).toBe('dirty')
})

test('a task that students know of waits for its button', async () => {
  await open({ ...draft, status: 'published' } as unknown as TaskForm)
  await type('新的标题')
  await pass(5000)
  expect(sent).toEqual([])
  await page.doing(() => editing.save())
  expect(sent).toMatchObject([{ title: '新的标题' }])
})

test('where somebody else has saved meanwhile nothing is sent again until one of the two is chosen', async () => {
  await open()
  refusal = { reason: 'CONFLICT', theirs: { ...draft, title: '别人的标题', base_version: 9 } }
  await type('我的标题')
  await pass(1100)
  expect(editing.theirs?.title).toBe('别人的标题')
  await pass(10_000)
  expect(sent).toHaveLength(1)
  refusal = null
  await page.doing(() => editing.useMine())
  expect(sent[1]).toMatchObject({ title: '我的标题', base_version: 9 })
})
