// @vitest-environment happy-dom
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { ReviewDraft } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { accepted } from './factory.ts'
import { openReview } from './factory.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a reviewer who had judged by a criterion that is gone judges by the present ones, and the work is decided', async () => {
  localStorage.clear()
  let decided: object | undefined
  connect(async ({ path, input }) => {
    if (path === reviewsAdmin.decide.path) decided = sentWith(reviewsAdmin.decide, input)
    return { code: 1, msg: '', time: 0, data: accepted }
  })
  const criterion = (id: number, label: string) => ({ id, label, description: '', weight: 50, level_words: [] })
  const judged = [13, 14].map((criterion_id) => ({ criterion_id, level: 4 }))
  const page = await openReview({
    criteria: [criterion(13, '思路'), criterion(15, '数据')],
    draft: sampleOf(ReviewDraft, { draft_version: 1, criteria: judged, text: '观察得细' }),
  })
  await page.press('2')
  await page.press('3')
  await page.press('s')
  await page.doing(() => expect.poll(() => decided).toBeDefined())
  expect(decided).toMatchObject({
    criteria: [
      { criterion_id: 13, level: 2 },
      { criterion_id: 15, level: 3 },
    ],
  })
  await page.close()
})
