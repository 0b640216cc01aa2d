// @vitest-environment happy-dom
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { accepted } from './factory.ts'
import { openReview } from './factory.tsx'

let decided: { text?: string }[] = []
/** Lets the server answer the decision that is under way: with a result, or with a refusal. */
let answer: (envelope: { code: 0 | 1; data: object }) => void

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  decided = []
  connect(async ({ path, input }) => {
    if (path !== reviewsAdmin.decide.path) return { code: 1, msg: '', time: 0, data: accepted }
    decided.push(sentWith(reviewsAdmin.decide, input))
    const { code, data } = await new Promise<{ code: 0 | 1; data: object }>((resolve) => (answer = resolve))
    return { code, msg: '', time: 0, data }
  })
})

test('a reviewer’s words never stand on the page without being part of the result: while it is saved none are taken', async () => {
  const page = await openReview()
  const words = () => elementOf(HTMLTextAreaElement, page.all('textarea')[0])
  await page.write(words(), '观察得细')
  await page.press('s')
  await page.doing(() => expect.poll(() => decided).toHaveLength(1))
  await page.write(words(), '观察得细，还差一句')
  expect([words().value, decided[0]?.text]).toEqual(['观察得细', '观察得细'])
  // After a refusal, typing continues to work.
  await page.doing(() => answer({ code: 0, data: { reason: 'STATE', state: 'excused' } }))
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await page.write(words(), '观察得细，还差一句')
  expect(words().value).toBe('观察得细，还差一句')
  await page.close()
})
