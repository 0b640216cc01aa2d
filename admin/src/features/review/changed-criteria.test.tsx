// @vitest-environment happy-dom
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { ReviewDraft } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { toasts } from '@tongchuang/ui/toast.ts'
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

test('a reviewer is told, once, which weights a colleague has changed, and what was chosen stays', async () => {
  localStorage.clear()
  toasts.set([])
  const sent: object[] = []
  connect(async ({ path, input }) => {
    if (path === reviewsAdmin.decide.path) sent.push(sentWith(reviewsAdmin.decide, input))
    return { code: 1, msg: '', time: 0, data: accepted }
  })
  const weighed = (idea: number) =>
    [
      [13, '思路', idea],
      [14, '数据', 50],
      [15, '表达', 50 - idea],
    ].map(([id, label, weight]) => ({
      id: Number(id),
      label: String(label),
      description: '',
      weight: Number(weight),
      level_words: [],
    }))
  const page = await openReview({ criteria: weighed(30) })
  for (const key of ['5', '4', '2']) await page.press(key)
  await page.readAgain({ criteria: weighed(10) })
  await page.readAgain({ criteria: weighed(10) })
  const told = () => toasts.get().map(({ text }) => text)
  expect(told()).toEqual(['评分标准的权重改了：思路从30改为10，表达从20改为40。总分已按新的算，请看过再保存'])
  await page.press('s')
  await page.doing(() => expect.poll(() => sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    criteria: [
      { criterion_id: 13, level: 5, weight: 10 },
      { criterion_id: 14, level: 4, weight: 50 },
      { criterion_id: 15, level: 2, weight: 40 },
    ],
  })
  await page.close()
})

test('a draft that was saved under other weights says so when it is opened again', async () => {
  localStorage.clear()
  toasts.set([])
  connect(async () => ({ code: 1, msg: '', time: 0, data: accepted }))
  const criteria = [{ id: 13, label: '思路', description: '', weight: 100, level_words: [] }]
  const saved = (weight: number) =>
    sampleOf(ReviewDraft, { draft_version: 1, criteria: [{ criterion_id: 13, level: 4, weight }], text: '观察得细' })
  const same = await openReview({ criteria, draft: saved(100) })
  expect(toasts.get()).toEqual([])
  await same.close()
  const other = await openReview({ criteria, draft: saved(60) })
  expect(toasts.get().map(({ text }) => text)).toEqual([
    '评分标准的权重改了：思路从60改为100。总分已按新的算，请看过再保存',
  ])
  await other.close()
})
