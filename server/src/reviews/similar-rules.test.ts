import { expect, test } from 'vitest'
import { estimate, likeness, piecesOf, shinglesOf, sketchOf, wordsOf } from './similar-rules.ts'

const taken = (text: string) => shinglesOf(piecesOf(text).flatMap(wordsOf))
/** A text of so many different words. */
const text = (words: number, from = 0): string =>
  Array.from({ length: words }, (_, index) => `w${from + index}`).join(' ')

test('the same text is wholly alike, whatever its punctuation and case; another one not at all', () => {
  expect(likeness(taken(text(100)), taken(text(100).toUpperCase().replaceAll(' ', '，')))).toBe(1)
  expect(likeness(taken(text(100)), taken(text(100, 500)))).toBe(0)
})

test('a few words say too little', () => {
  expect(taken('下雨天人多。').size).toBe(0)
  expect(likeness(taken(text(10)), taken(text(10)))).toBe(0)
})

test('a sketch of a long text estimates what the whole texts say', () => {
  const [one, other] = [taken(text(3_000)), taken(`${text(2_700)} ${text(300, 9_000)}`)]
  expect(likeness(one, other)).toBeCloseTo(0.82, 1)
  expect(Math.abs(estimate(sketchOf(one), sketchOf(other)) - likeness(one, other))).toBeLessThan(0.1)
  expect(estimate(sketchOf(one), sketchOf(taken(text(3_000, 10_000))))).toBeLessThan(0.05)
})
