import { expect, test } from 'vitest'
import { totalShown } from './total-shown.ts'

test('somebody whose list is longer than was counted reads that there are more', () => {
  expect([totalShown({ total: 12 }), totalShown({ total: 1000, total_more: true })]).toEqual(['12', '1000+'])
})
