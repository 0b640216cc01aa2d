// @vitest-environment happy-dom
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { fullDevice } from '@tongchuang/ui/testing/full-device.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { TaskForm } from './queries.ts'
import { useTaskForm } from './use-task-form.ts'

const draft = sampleOf(taskEditing.form.output, { id: 3, status: 'draft', base_version: 1, title: '观鸟', content: '' })
let sent: object[] = []
let refusal: Record<string, unknown> | null = null
/** Refusals of one call each. */
let refusals: Record<string, unknown>[] = []
let isLost = false
let editing: ReturnType<typeof useTaskForm>
let page: Awaited<ReturnType<typeof openPage>>

const Editor = ({ form, user_id }: { form: TaskForm; user_id: number }) => {
  const now = useTaskForm(form, user_id)
  useLayoutEffect(() => void (editing = now))
  return null
}
const teacher = 11
const open = async (form: TaskForm = draft, user_id = teacher) =>
  (page = await openPage(<Editor form={form} user_id={user_id} />))
const type = (title: string) => page.doing(() => editing.change({ title }))
const pass = (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms))

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  refusal = null
  refusals = []
  isLost = false
  connect(async ({ path, input }) => {
    if (path !== taskEditing.update.path) throw new Error(path)
    sent.push(input)
    if (isLost) throw new Error('the line is broken')
    const refused = refusals.shift() ?? refusal
    if (refused) return { code: 0, msg: '', time: 0, data: refused }
    return { code: 1, msg: '', time: 0, data: { ...draft, ...input, base_version: 1 + sent.length } }
  })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
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
  await open({ ...draft, status: 'open' as const })
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

const theirs = { ...draft, title: '别人的标题', base_version: 9 }

test('a question that is closed without an answer is put off: nothing is lost or sent, and it comes back', async () => {
  await open()
  refusal = { reason: 'CONFLICT', theirs }
  await type('我的标题')
  await pass(1100)
  await page.doing(() => editing.putOff())
  expect(editing.isPutOff).toBe(true)
  expect(editing.values.title).toBe('我的标题')
  await type('我的标题，接着写')
  await pass(10_000)
  expect(sent).toHaveLength(1)
  let isSafe = true
  await page.doing(async () => (isSafe = await editing.save()))
  expect(isSafe).toBe(false)
  expect(editing.isPutOff).toBe(false)
  expect(sent).toHaveLength(1)
  await page.close()
  refusal = null
  await open(theirs)
  expect(editing.theirs?.title).toBe('别人的标题')
  await page.doing(() => editing.useMine())
  expect(sent[1]).toMatchObject({ title: '我的标题，接着写', base_version: 9 })
})

test('who goes on with the newest finds their own words on this device, and can put them back', async () => {
  await open()
  refusal = { reason: 'CONFLICT', theirs }
  await type('我的标题')
  await pass(1100)
  refusal = null
  await page.doing(() => editing.useTheirs())
  expect(editing.values.title).toBe('别人的标题')
  await pass(5000)
  expect(sent).toHaveLength(1)
  await page.close()
  await open(theirs)
  expect(editing.values.title).toBe('别人的标题')
  expect(editing.hasAside).toBe(true)
  await page.doing(() => editing.takeBack())
  await pass(1100)
  expect(sent[1]).toMatchObject({ title: '我的标题', base_version: 9 })
  expect(editing.hasAside).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('the next member of staff at this browser sees and saves nothing of what the one before typed', async () => {
  await open()
  await type('没来得及保存')
  await page.close()
  await open(draft, 12)
  expect(editing.values.title).toBe('观鸟')
  await pass(5000)
  expect(sent).toEqual([])
})

test('what was left on this device does not go over what a colleague has saved since: it is asked about', async () => {
  await open()
  await type('上周的标题')
  await page.close()
  await open(theirs)
  await pass(5000)
  expect(sent).toEqual([])
  expect(editing.theirs?.title).toBe('别人的标题')
  await page.doing(() => editing.useMine())
  expect(sent).toMatchObject([{ title: '上周的标题', base_version: 9 }])
})

test('somebody whose text was saved although the answer was lost is not asked about it', async () => {
  await open()
  await type('已经到了')
  await page.close()
  await open({ ...draft, title: '已经到了', base_version: 2 })
  expect(editing.theirs).toBeNull()
  expect(editing.state).toBe('saved')
})

test('somebody who reloads during a save is not asked about the text that the save contained', async () => {
  await open()
  isLost = true
  await type('观鸟记')
  await pass(1100)
  await type('观鸟记事')
  await page.close()
  vi.clearAllTimers()
  isLost = false
  sent = []
  await open({ ...draft, title: '观鸟记', base_version: 2 })
  expect(editing.theirs).toBeNull()
  await pass(1100)
  expect(sent).toMatchObject([{ title: '观鸟记事', base_version: 2 }])
})

test('somebody who goes on typing after an answer was lost gets no conflict with their own text', async () => {
  await open()
  isLost = true
  await type('观鸟记')
  await pass(1100)
  isLost = false
  refusals = [{ reason: 'CONFLICT', theirs: { ...draft, title: '观鸟记', base_version: 2 } }]
  await type('观鸟记事')
  await pass(1100)
  expect(editing.theirs).toBeNull()
  expect(sent.at(-1)).toMatchObject({ title: '观鸟记事', base_version: 2 })
  expect(editing.state).toBe('saved')
})

test('two tabs of a task keep their unsaved changes apart on the device', async () => {
  const published = { ...draft, status: 'open' as const }
  await open(published)
  const [one, inOne] = [page, () => editing]
  let inOther = editing
  const Other = () => {
    const now = useTaskForm(published, teacher)
    useLayoutEffect(() => void (inOther = now))
    return null
  }
  await one.doing(() => inOne().change({ title: '一个标签页' }))
  const other = await openPage(<Other />)
  await other.doing(() => inOther.change({ title: '另一个标签页' }))
  await one.doing(() => inOne().change({ title: '一个标签页，接着写' }))
  await other.doing(() => inOther.save())
  expect(sent).toMatchObject([{ title: '另一个标签页' }])
  await other.close()
  await one.close()
  await open(published)
  expect(editing.values.title).toBe('一个标签页，接着写')
})

test('a device that is full keeps nothing and stops nothing: letters are taken and saved', async () => {
  vi.stubGlobal('localStorage', fullDevice)
  await open()
  await type('观鸟记')
  expect(editing.values.title).toBe('观鸟记')
  await pass(1100)
  expect(sent).toMatchObject([{ title: '观鸟记' }])
})
