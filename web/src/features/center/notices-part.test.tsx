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

test('a switch that a student turns off and on again at once is sent in that order, one after the other', async () => {
  const sent: unknown[] = []
  const answers: PromiseWithResolvers<void>[] = []
  connect(async ({ path, input }) => {
    if (path === messages.settings.path)
      return { code: 1, msg: '', time: 0, data: { mail: 'off', topics: [topic('replies')] } }
    sent.push((input as { notices: { in_app: boolean }[] }).notices.map(({ in_app }) => in_app))
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const page = await openPage(<NoticesPart />)
  const seen = (what: () => unknown, wanted: unknown) =>
    expect
      .poll(async () => {
        await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
        return what()
      })
      .toEqual(wanted)
  const isOn = () => page.all('[role=switch]').map((one) => (one as HTMLInputElement).checked)
  await seen(isOn, [true])
  for (const becomes of [false, true]) {
    await page.doing(() => page.all('[role=switch]')[0]?.click())
    await seen(isOn, [becomes])
  }
  expect(sent).toEqual([[false]])
  answers[0]?.resolve()
  await seen(() => sent, [[false], [true]])
  answers[1]?.resolve()
  await seen(isOn, [true])
  await page.close()
})
