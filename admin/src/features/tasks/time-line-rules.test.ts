import { expect, test } from 'vitest'
import { stretchesOf, weekOf } from './time-line-rules.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`
const ms = (day: number) => Date.parse(at(day))
const dates = { open_at: at(2), due_at: at(9), close_at: at(16), late_rule: 'mark' }

test('a task runs from its opening to its due date, and late until it closes', () => {
  expect(stretchesOf(dates, ms(1))).toEqual({ begin: ms(2), end: ms(16), due: ms(9), close: ms(16) })
  expect(stretchesOf({ ...dates, open_at: null }, ms(5))).toMatchObject({ begin: ms(5) })
  expect(stretchesOf({ ...dates, due_at: null }, ms(1))).toEqual({
    begin: ms(2),
    end: ms(16),
    due: null,
    close: ms(16),
  })
})

test('where nothing late is taken it ends when it is due', () => {
  expect(stretchesOf({ ...dates, late_rule: 'refuse' }, ms(1))).toEqual({
    begin: ms(2),
    end: ms(9),
    due: ms(9),
    close: null,
  })
  expect(stretchesOf({ ...dates, close_at: null }, ms(1))).toEqual({
    begin: ms(2),
    end: ms(9),
    due: ms(9),
    close: null,
  })
})

test('dates in the wrong order, or none, are not drawn', () => {
  expect(stretchesOf({ ...dates, due_at: at(1) }, ms(1))).toBeNull()
  expect(stretchesOf({ ...dates, close_at: at(8) }, ms(1))).toBeNull()
  expect(stretchesOf({ ...dates, due_at: null, close_at: null }, ms(1))).toBeNull()
})

test('a week begins on Monday, by the clock of the school', () => {
  expect(weekOf('2026-11-22T23:59')).toBe(weekOf('2026-11-16T00:00'))
  expect(weekOf('2026-11-23T00:00')).not.toBe(weekOf('2026-11-22T23:59'))
})
