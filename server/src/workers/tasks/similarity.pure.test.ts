import { expect, test } from 'vitest'
import { estimate, SKETCH } from '../../reviews/similar-rules.ts'
import { likenessToText, sketchText } from './similarity.ts'

const taken = (text: string) => sketchText({ text, size: SKETCH })
const likeness = (one: string, other: string) => likenessToText({ shingles: taken(one).shingles, text: other })
/** A text of so many different words. */
const text = (words: number, from = 0): string =>
  Array.from({ length: words }, (_, index) => `w${from + index}`).join(' ')

test('the same text is wholly alike, whatever its punctuation and case; another one not at all', () => {
  expect(likeness(text(100), text(100).toUpperCase().replaceAll(' ', '，'))).toBe(1)
  expect(likeness(text(100), text(100, 500))).toBe(0)
})

test('a few words say too little', () => {
  expect(taken('下雨天人多。').shingles).toHaveLength(0)
  expect(likeness(text(10), text(10))).toBe(0)
})

test('a sketch of a long text estimates what the whole texts say', () => {
  const [one, other] = [text(3_000), `${text(2_700)} ${text(300, 9_000)}`]
  expect(likeness(one, other)).toBeCloseTo(0.82, 1)
  expect(Math.abs(estimate(taken(one).sketch, taken(other).sketch) - likeness(one, other))).toBeLessThan(0.1)
  expect(estimate(taken(one).sketch, taken(text(3_000, 10_000)).sketch)).toBeLessThan(0.05)
})
