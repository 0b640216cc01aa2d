import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScore, readTyped } from './entered.ts'

test.each([
  ['90', 90],
  ['0', 0],
  [' 76.5 ', 76.5],
  ['９０', 90],
  ['７６．５', 76.5],
  ['90分', 90],
  ['７５分', 75],
  ['76.50000000000001', 76.5],
  ['.5', 0.5],
  ['100', 100],
])('%s is a score', (typed, score) => {
  expect(readTyped(typed, 100)).toEqual({ word: 'score', score })
})

test.each([
  ['缺', 'missing'],
  ['缺考', 'missing'],
  ['未考', 'missing'],
  ['免做', 'excused'],
  [' 免 考 ', 'excused'],
  ['', 'blank'],
  ['　', 'blank'],
] as const)('%s is no number but a word', (typed, word) => {
  expect(readTyped(typed, 100)).toEqual({ word, score: null })
})

test.each([
  ['优', 'words'],
  ['A', 'words'],
  ['√', 'words'],
  ['九十', 'words'],
  ['9 0a', 'words'],
  ['1e2', 'words'],
  ['102', 'range'],
  ['-1', 'range'],
  ['77.123', 'digits'],
] as const)('%s is named as a problem', (typed, problem) => {
  expect(readTyped(typed, 100)).toEqual({ word: null, problem })
})

test('any text is read as a result quickly, and a score is never above the full marks', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 5_000 }), fc.integer({ min: 1, max: 1000 }), (typed, max) => {
      const read = readTyped(typed, max)
      if (read.word === 'score') expect(read.score >= 0 && read.score <= max).toBe(true)
    }),
  )
})

test.each([
  ['４５', 45],
  ['4。5', 4.5],
  ['', null],
  ['45..', undefined],
  ['45,5', undefined],
  ['缺', undefined],
  ['101', undefined],
  ['76.555', undefined],
])('%s typed as the score of a work is %s', (typed, score) => {
  expect(readScore(typed, 100)).toBe(score)
})
