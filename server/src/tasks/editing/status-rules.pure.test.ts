import { expect, test } from 'vitest'
import { besideDates, closingOf, openingOf } from './status-rules.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2026-10-12T12:00:00.000Z')
const task = {
  status: 'open' as const,
  open_at: null,
  due_at: null,
  close_at: null,
  closed_at: null,
  late_rule: 'mark' as const,
}

test('opening again drops a closing time that has passed unless another is given, and closing keeps the dates', () => {
  const closed = {
    ...task,
    status: 'closed' as const,
    open_at: now - day,
    due_at: now - 2 * hour,
    close_at: now - hour,
    closed_at: now - 3 * hour,
  }
  expect(openingOf(closed, undefined, now)).toEqual({
    from: 'closed',
    isNew: false,
    set: { open_at: now - day, due_at: now - 2 * hour, close_at: null, closed_at: null },
  })
  expect(openingOf(closed, now + hour, now).set.close_at).toBe(now + hour)
  expect(closingOf({ status: 'open', closed_at: null }, now)).toEqual({ closed_at: now })
  expect(closingOf({ status: 'closed', closed_at: null }, now)).toBeNull()
  expect(() => closingOf({ status: 'draft', closed_at: null }, now)).toThrow('STATE')
})

test('a scheduled task is new to students and opens now', () => {
  const scheduled = { ...task, status: 'scheduled' as const, open_at: now + day }
  expect(openingOf(scheduled, undefined, now)).toMatchObject({ isNew: true, set: { open_at: now } })
})

test('a close before the due date is refused, and a trashed task stays where it is', () => {
  expect(() => openingOf({ ...task, due_at: now + day }, now + hour, now)).toThrow('INVALID')
  expect(() => openingOf({ ...task, status: 'trashed' }, undefined, now)).toThrow('STATE')
})

test('without lateness, opening again drops a past due date together with the closing time', () => {
  expect(
    openingOf({ ...task, status: 'closed', late_rule: 'refuse', due_at: now - hour }, now + day, now).set,
  ).toMatchObject({
    due_at: now + day,
    close_at: now + day,
  })
})

test('dates moved after the clock has closed a task open it again; what was closed by hand stays closed', () => {
  const closed = { ...task, status: 'closed' as const, due_at: now - hour, close_at: now - hour }
  const later = { ...closed, due_at: now + day, close_at: now + day }
  expect(besideDates(closed, later, now)).toEqual({ status: 'open' })
  expect(besideDates(closed, { ...closed, close_at: null }, now)).toEqual({ status: 'open' })
  expect(besideDates(closed, { ...closed, close_at: now - 1 }, now)).toEqual({})
  expect(besideDates({ ...closed, closed_at: now - 2 * hour }, later, now)).toEqual({})
  // An offline task closed by hand records no time of closing, and its dates were still in the future.
  const byHand = { ...closed, due_at: now + hour, close_at: now + hour }
  expect(besideDates(byHand, later, now)).toEqual({})
  expect(besideDates({ ...later, status: 'open' }, closed, now)).toEqual({})
})

test('a task that was to open at a time which is taken away opens now', () => {
  const scheduled = { ...task, status: 'scheduled' as const, open_at: now + day }
  expect(besideDates(scheduled, { ...scheduled, open_at: null }, now)).toEqual({ open_at: now })
  expect(besideDates(scheduled, { ...scheduled, open_at: now + hour }, now)).toEqual({})
})
