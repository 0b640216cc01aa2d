import { expect, test } from 'vitest'
import { mendedAfter } from './mended.ts'

const at = '2026-01-05T08:00:00.000Z'
const student = { by: 'student' as const, at }
const staff = { by: 'staff' as const, at }

test('a mark is mended by whoever ticks it first, and either side can take the tick back', () => {
  const text = { kind: 'text' as const, place: 0 }
  const one = mendedAfter([], { ...text, mended: true }, student)
  expect(one).toEqual([{ ...text, ...student }])
  expect(mendedAfter(one, { ...text, mended: true }, staff)).toEqual(one)
  const both = mendedAfter(one, { kind: 'area', place: 0, mended: true }, staff)
  expect(both).toHaveLength(2)
  expect(mendedAfter(both, { ...text, mended: false }, staff)).toEqual([{ kind: 'area', place: 0, ...staff }])
  expect(mendedAfter([], { ...text, mended: false }, staff)).toEqual([])
})
