// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ChannelChoice } from './channel-choice.tsx'
import type { Values } from './form-values.ts'

beforeAll(() => loadTexts('zh-CN'))

const opened = async (questions: readonly object[]) => {
  const changes: Partial<Values>[] = []
  const values = { channel: 'online', questions } as unknown as Values
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
