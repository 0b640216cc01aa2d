// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ChannelChoice } from './channel-choice.tsx'
import type { Values } from './form-values.ts'
import { HeadFields } from './more-fields.tsx'
import type { TaskForm } from './queries.ts'

beforeAll(() => loadTexts('zh-CN'))

const opened = async (questions: readonly object[], given: Partial<Values> = {}) => {
  const changes: Partial<Values>[] = []
  const values = { channel: 'online', type: 'main', questions, ...given } as unknown as Values
  const page = await openPage(<ChannelChoice values={values} change={(next) => changes.push(next)} locked={false} />)
  const press = (name: string) => page.doing(() => page.named('button', name).click())
  return { page, press, changes }
}

test('a teacher who presses 线下完成 on a slip keeps the thirty questions', async () => {
  const questions = Array.from({ length: 30 }, (_, at) => ({ id: `q${at}` }))
  const { page, press, changes } = await opened(questions)
  await press('线下完成')
  expect(page.all('dialog')[0]?.textContent).toContain('这30道题和答案会删掉')
  await press('取消')
  expect(changes).toEqual([])
  await press('线下完成')
  await press('删掉30道题，改成线下')
  expect(changes).toEqual([{ channel: 'offline', hold: true, questions: [], close_at: null }])
  expect(page.all('dialog')).toEqual([])
  await page.close()
})

test('a task without questions is done offline at one press', async () => {
  const { page, press, changes } = await opened([])
  await press('线下完成')
  expect(changes).toMatchObject([{ channel: 'offline' }])
  await page.close()
})

test('a teacher of a daily task reads why it cannot be done in person, and presses for nothing that would be refused', async () => {
  const { page, press, changes } = await opened([], { type: 'daily' })
  const choice = page.named('button', '线下完成')
  expect(choice.getAttribute('aria-disabled')).toBe('true')
  const why = document.getElementById(choice.getAttribute('aria-describedby') ?? '')?.textContent
  expect(why).toBe('日常任务每轮都要提交，不能线下完成')
  await press('线下完成')
  expect(changes).toEqual([])
  await page.close()
})

test('a teacher of a task that is done in person cannot make it a daily one', async () => {
  const changes: Partial<Values>[] = []
  const values = { channel: 'offline', type: 'main', questions: [], title: '', summary: '' } as unknown as Values
  const change = (next: Partial<Values>) => changes.push(next)
  const page = await openPage(<HeadFields form={{} as TaskForm} values={values} change={change} locked={false} />)
  await page.doing(() => page.named('button', '日常').click())
  expect(changes).toEqual([])
  expect(document.body.textContent).toContain('线下完成的任务只登一次分，不能是日常任务')
  await page.doing(() => page.named('button', '支线').click())
  expect(changes).toEqual([{ type: 'side' }])
  await page.close()
})
