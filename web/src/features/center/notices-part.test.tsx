// @vitest-environment happy-dom
import { messages } from '@tongchuang/contract/messages.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { NoticesPart } from './notices-part.tsx'

beforeAll(() => Promise.all([loadTexts('inside'), loadTexts('myCenter')]))

const topic = (name: string) => ({ topic: name, in_app: true, mail: true })

test('a student whose switches are refused one after the other reads all of them as they were', async () => {
  toasts.set([])
  const answers: PromiseWithResolvers<void>[] = []
  connect(async ({ path }) => {
    if (path === messages.settings.path)
      return { code: 1, msg: '', time: 0, data: { mail: 'ready', topics: [topic('replies'), topic('likes')] } }
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return { code: 0, msg: '现在不能保存', time: 0, data: {} }
  })
  const page = await openPage(<NoticesPart />)
  const isOn = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return page.all('[role=switch]').map((one) => (one as HTMLInputElement).checked)
  }
  await expect.poll(isOn).toEqual([true, true, true, true])
  await page.doing(() => page.all('[role=switch]')[0]?.click())
  await page.doing(() => page.all('[role=switch]')[3]?.click())
  expect(await isOn()).toEqual([false, true, true, false])
  for (const answer of answers) await page.doing(() => answer.resolve())
  await expect.poll(isOn).toEqual([true, true, true, true])
  expect(toasts.get().map(({ text }) => text)).toEqual(['现在不能保存'])
  await page.close()
})
