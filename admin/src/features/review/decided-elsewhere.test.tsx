// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { accepted } from './factory.ts'
import { openReview } from './factory.tsx'

let refused = 0

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  refused = 0
  connect(async ({ path }) => {
    // The result has taken the place of the draft.
    if (path === reviewToolsAdmin.saveDraft.path) {
      refused += 1
      return { code: 0, msg: '这份内容在别处改过', time: 0, data: { reason: 'CONFLICT' } }
    }
    if (path === reviewsAdmin.decide.path)
      return { code: 0, msg: '任务状态已变化', time: 0, data: { reason: 'STATE', state: 'passed' } }
    return { code: 1, msg: '', time: 0, data: accepted }
  })
})

test('a reviewer who goes on writing while another window decides sees the result, and the words that are not in it', async () => {
  const page = await openReview()
  await page.write(elementOf(HTMLTextAreaElement, page.all('textarea')[0]), '观察得细，还差一句')
  await page.doing(() => expect.poll(() => refused, { timeout: 3_000 }).toBe(1))
  expect(page.openedAgain()).toBe(1)
  await page.readAgain({ status: 'released' })
  expect(page.all('textarea')).toHaveLength(0)
  expect(page.all('[role="alert"] q').map((one) => one.textContent)).toEqual(['观察得细，还差一句'])
  await page.doing(() => page.named('button', '不要了').click())
  expect(page.all('[role="alert"] q')).toHaveLength(0)
  await page.close()
})

test('a reviewer who decides a work that another window has decided sees it as it is now, instead of the same refusal again', async () => {
  const page = await openReview()
  await page.press('s')
  await page.doing(() => expect.poll(page.openedAgain).toBe(1))
  await page.close()
})
