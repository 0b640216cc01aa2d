// @vitest-environment happy-dom
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { Part } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { accepted } from './factory.ts'
import { openReview } from './factory.tsx'

let decided: Record<string, unknown>[] = []

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  decided = []
  connect(async ({ path, input }) => {
    if (path === reviewsAdmin.decide.path) decided.push(input)
    return { code: 1, msg: '', time: 0, data: accepted }
  })
})

/** A submitted work that the current reviewer has open. */
const reviewing = async (part: Part<ReviewWork> = {}) => {
  const page = await openReview(part)
  const settle = () => page.doing(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  const field = (name: string) => {
    const label = page.all('label').find((one) => one.textContent.startsWith(name))
    const found = label ? document.getElementById(label.getAttribute('for') ?? '') : page.named('input', name)
    return elementOf(HTMLInputElement, found)
  }
  return {
    page,
    field,
    settle,
    wrong: () => page.all('[aria-invalid="true"]'),
    type: (name: string, text: string) =>
      page.doing(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), text)
        field(name).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    press: async (key: string) => {
      await page.press(key)
      await settle()
    },
  }
}

const question = { id: 'q1', kind: 'number', label: '多少块', required: true, points: 10 } as const
const asked = {
  questions: [question],
  question_marks: [{ question_id: 'q1', points: 6, max: 10, outcome: 'partial' }],
} satisfies Part<ReviewWork>

test.each(['45..', '45,5', '101', '缺'])('what is typed as %s is no pass without a score', async (typed) => {
  const { page, field, wrong, type, press } = await reviewing()
  await type('分数', typed)
  expect(wrong()).toEqual([field('分数')])
  expect(page.all('p').map((one) => one.textContent)).toContain('填0到100之间的数，最多两位小数')
  await press('s')
  expect(decided).toEqual([])
  expect(document.activeElement).toBe(field('分数'))
  await type('分数', '85')
  expect(wrong()).toEqual([])
  await page.doing(() => field('分数').blur())
  await press('s')
  expect(decided).toMatchObject([{ decision: 'pass', score: 85 }])
  await page.close()
})

test('a score in full-width digits is the same score, and fails below the line', async () => {
  const { page, type, press } = await reviewing()
  await type('分数', '４５')
  expect(page.named('output', '总分').textContent).toContain('未通过')
  await type('分数', '８5。5')
  await press('s')
  expect(decided).toMatchObject([{ decision: 'pass', score: 85.5 }])
  await page.close()
})

test('a score that is left out on purpose still is none', async () => {
  const { page, press } = await reviewing()
  await press('s')
  expect(decided).toMatchObject([{ decision: 'pass', score: null }])
  await page.close()
})

test('points that a question does not have decide nothing, and are not left to the machine unasked', async () => {
  const { page, field, wrong, type, press } = await reviewing(asked)
  await type('第1题的分', '11')
  expect(wrong()).toEqual([field('第1题的分')])
  await press('s')
  expect(decided).toEqual([])
  expect(document.activeElement).toBe(field('第1题的分'))
  await type('第1题的分', '９.5')
  await page.doing(() => field('第1题的分').blur())
  await press('s')
  expect(decided).toMatchObject([{ score: 95, question_points: [{ question_id: 'q1', points: 9.5 }] }])
  await page.close()
})

test('a reviewer cannot return a work with an invalid score either, and is led to the score', async () => {
  const { page, field, settle, type, press } = await reviewing()
  await type('分数', '45..')
  await press('r')
  await page.doing(() => {
    const words = page.all('dialog textarea')[0]
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(words, '补上数据来源')
    words?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.doing(() => page.all('dialog button').at(-1)?.click())
  await settle()
  expect(decided).toEqual([])
  expect(page.all('dialog')).toEqual([])
  expect(document.activeElement).toBe(field('分数'))
  await page.close()
})
