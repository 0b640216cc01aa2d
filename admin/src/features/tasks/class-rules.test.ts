import { setTimeZone } from '@tongchuang/ui/server-clock.ts'
import { afterEach, expect, test } from 'vitest'
import { changedDates, daysAfter, difference, withDue } from './class-rules.ts'

afterEach(() => setTimeZone('Asia/Shanghai'))

const first = {
  open_at: '2026-11-23T00:00:00.000Z',
  due_at: '2026-12-04T14:00:00.000Z',
  close_at: '2026-12-11T14:00:00.000Z',
}

test('a class says how many days it is later or earlier than the first', () => {
  expect(difference(first, { ...first })).toBe('same')
  expect(difference(first, daysAfter(first, 3))).toBe(3)
  expect(difference(first, daysAfter(first, -1))).toBe(-1)
  expect(difference(first, { ...first, open_at: null })).toBe('other')
  expect(difference(first, { ...first, due_at: null })).toBe('other')
})

test('the close follows the due date at the distance of the first class', () => {
  expect(withDue(first, '2026-12-07T14:00:00.000Z', first)).toEqual({
    ...first,
    due_at: '2026-12-07T14:00:00.000Z',
    close_at: '2026-12-14T14:00:00.000Z',
  })
  expect(withDue({ ...first, close_at: null }, null, first)).toMatchObject({ due_at: null, close_at: null })
})

test('only dates that differ are sent', () => {
  expect(changedDates(first, { ...first, due_at: '2026-12-04T14:00:00Z' })).toEqual({})
  expect(changedDates(first, { ...first, close_at: null })).toEqual({ close_at: null })
})

test('a class that is a week later has the same time of day, also across a change of the clock', () => {
  setTimeZone('Europe/Berlin')
  const due_at = '2026-10-23T20:00:00.000Z'
  const later = daysAfter({ open_at: null, due_at, close_at: null }, 7)
  expect(later.due_at).toBe('2026-10-30T21:00:00.000Z')
  expect(difference({ open_at: null, due_at, close_at: null }, later)).toBe(7)
})
