import { expect, test } from 'vitest'
import { still } from './still.ts'

test('what goes between two looks is answered like what never was', () => {
  const row = { id: 7 }
  expect(still<typeof row>(row)).toBe(row)
  expect(() => still<typeof row>(undefined)).toThrow(expect.objectContaining({ reason: 'NOT_FOUND' }))
})
