import { expect, test } from 'vitest'
import { isChunkFailure } from './error-boundary.tsx'

test('a file of a build that has gone is told from other faults', () => {
  expect(isChunkFailure(new TypeError('Failed to fetch dynamically imported module: https://x/a.js'))).toBe(true)
  expect(isChunkFailure(new TypeError('error loading dynamically imported module: https://x/a.js'))).toBe(true)
  expect(isChunkFailure(new Error('x is undefined'))).toBe(false)
})
