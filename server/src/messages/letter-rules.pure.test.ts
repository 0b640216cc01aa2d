import { expect, test } from 'vitest'
import { lettersAt } from './letter-rules.ts'

const evening = { isNight: false, isEvening: true }
const night = { isNight: true, isEvening: false }
const day = { isNight: false, isEvening: false }

test.each([
  ['an evening', 'Asia/Shanghai', '2026-10-12T10:00:00Z', evening],
  ['a minute before it', 'Asia/Shanghai', '2026-10-12T09:59:00Z', day],
  ['half past nine', 'Asia/Shanghai', '2026-10-12T13:30:00Z', night],
  ['six in the evening of the day the clocks went forward', 'Europe/Berlin', '2026-03-29T16:00:00Z', evening],
  ['half past six in its morning', 'Europe/Berlin', '2026-03-29T04:30:00Z', day],
  ['a quarter past six on the day they went back', 'Europe/Berlin', '2026-10-25T05:15:00Z', night],
  ['a quarter past nine in its evening', 'Europe/Berlin', '2026-10-25T20:15:00Z', evening],
])('the letters of %s follow the clock on the wall', (_when, zone, at, letters) => {
  expect(lettersAt(Date.parse(at), zone)).toEqual(letters)
})
