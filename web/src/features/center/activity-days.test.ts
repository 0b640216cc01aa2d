import { expect, test } from 'vitest'
import { shade } from './activity-days.ts'

test('a day with more activity has a darker square', () => {
  expect([0, 1, 2, 3, 4, 90].map(shade)).toEqual([0, 1, 2, 2, 3, 3])
})
