import { expect, test } from 'vitest'
import { orNotFound } from './or-not-found.ts'

test('a row removed between two reads is answered like a row that never existed', () => {
  const row = { id: 7 }
  expect(orNotFound<typeof row>(row)).toBe(row)
  expect(() => orNotFound<typeof row>(undefined)).toThrow(expect.objectContaining({ reason: 'NOT_FOUND' }))
})
