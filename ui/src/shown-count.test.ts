import { expect, test } from 'vitest'
import { upTo99, upTo999 } from './shown-count.ts'

test('an administrator of a district reads a count that fits beside its icon', () => {
  expect([0, 7, 308, 999, 1000, 30_826].map(upTo999)).toEqual(['0', '7', '308', '999', '999+', '999+'])
})

test('a student with more notices than the server counts is told so', () => {
  expect([1, 99, 100].map(upTo99)).toEqual(['1', '99', '99+'])
})
