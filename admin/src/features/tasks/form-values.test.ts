import { weightOf } from '@tongchuang/contract/rules/percent.ts'
import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { lacksOf, sentOf, spreadWeights, withCriterion, withoutCriterion } from './form-values.ts'
import type { Values } from './form-values.ts'

const criterion = (weight: number) => ({ label: '完整', level_words: [], description: '', weight })

test.each([
  [
    [30, 20, 30, 10],
    [33, 23, 32, 12],
  ],
  [[0], [100]],
  [
    [0, 0, 0],
    [34, 33, 33],
  ],
  [
    [60, 60],
    [50, 50],
  ],
  [
    [100, 1, 1, 1],
    [25, 25, 25, 25],
  ],
])('weights %j become %j, a hundred in all', (given, wanted) => {
  const spread = spreadWeights(given.map(criterion))
  expect(spread.map(({ weight }) => weight)).toEqual(wanted)
  expect(weightOf(spread)).toBe(100)
})

test('criteria weigh alike from the first on, until somebody weighs them by hand', () => {
  const weights = (criteria: readonly { weight: number }[]) => criteria.map(({ weight }) => weight)
  const three = withCriterion(withCriterion(withCriterion([])))
  expect(weights(three)).toEqual([34, 33, 33])
  expect(weights(withoutCriterion(three, 0))).toEqual([50, 50])
  expect(weights(withCriterion([60, 20].map(criterion)))).toEqual([60, 20, 20])
  expect(weights(withCriterion([70, 30].map(criterion)))).toEqual([70, 30, 0])
})

test('what is changed is sent by id, and nothing else', () => {
  const file = sampleOf(FileCard, { id: 7, name: 'a.pdf' })
  expect(
    sentOf({ files: [file], prerequisites: [{ id: 3, title: '前', status: 'open' }], cover: '/x', title: '新' }),
  ).toEqual({
    files: [7],
    prerequisites: [3],
    title: '新',
  })
})

test('what is missing is said in the order of the page', () => {
  const values = {
    title: ' ',
    content: '',
    criteria: [criterion(90)],
    questions: [],
    keys: [],
    due_at: '2026-01-01T00:00:00.000Z',
  } as unknown as Values
  expect(lacksOf(values, Date.parse('2026-02-01T00:00:00.000Z'))).toEqual(['title', 'content', 'due', 'weight'])
  const question = {
    id: 'q',
    label: '选',
    kind: 'one',
    options: ['甲', ' '].map((text, at) => ({ id: String(at), text })),
    required: true,
  } as const
  const whole = { ...values, title: '题', content: '文', due_at: null, criteria: [criterion(100)] }
  expect(lacksOf({ ...whole, questions: [{ ...question, options: [...question.options] }] }, 0)).toEqual(['question'])
  expect(lacksOf(whole, 0)).toEqual([])
  expect(lacksOf({ ...whole, criteria: [criterion(100), criterion(0)] }, 0)).toEqual(['unweighed'])
  expect(lacksOf({ ...whole, late_rule: 'percent', late_percent: 0, late_cap: 30 }, 0)).toEqual(['late'])
  expect(lacksOf({ ...whole, late_rule: 'percent', late_percent: 10, late_cap: 30 }, 0)).toEqual([])
})
