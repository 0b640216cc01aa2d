import { expect, test } from 'vitest'
import { afterKey, type PadKey } from './score-pad-rules.ts'

const typed = (keys: readonly PadKey[], max = 100, before = '') =>
  keys.reduce((score, key) => afterKey(score, key, max), before)

test('digits make a score, and one can be taken off', () => {
  expect(typed(['8', '6'])).toBe('86')
  expect(typed(['8', '6', 'back'])).toBe('8')
  expect(typed(['back'])).toBe('')
  expect(typed(['1', '0', '0'])).toBe('100')
  expect(typed(['0', '5'])).toBe('5')
})

test('a digit that would lift the score above full marks begins a new score', () => {
  expect(typed(['9'], 100, '86')).toBe('9')
  expect(typed(['1', '0', '0', '4'])).toBe('4')
  expect(typed(['5'], 20, '12')).toBe('5')
  expect(typed(['7'], 5, '3'), 'a digit above the full mark is none').toBe('3')
})

test('a score has one point and two digits after it, and no part above the full mark', () => {
  expect(typed(['.', '5'])).toBe('0.5')
  expect(typed(['8', '.', '2', '.', '5'])).toBe('8.25')
  expect(typed(['8', '.', '2', '5', '7'])).toBe('8.25')
  expect(typed(['1', '0', '0', '.'])).toBe('100')
})
