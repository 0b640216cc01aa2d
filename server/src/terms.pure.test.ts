import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'
import { termOn } from './terms.ts'

const { terms } = defaultSettings

test.each([
  ['2026-08-31', { name: '第二学期', begin: '2026-02-01', end: '2026-08-31' }],
  ['2026-09-01', { name: '第一学期', begin: '2026-09-01', end: '2027-01-31' }],
  ['2027-01-31', { name: '第一学期', begin: '2026-09-01', end: '2027-01-31' }],
  ['2027-02-01', { name: '第二学期', begin: '2027-02-01', end: '2027-08-31' }],
])('%s is in the term that the school’s calendar says', (day, term) => expect(termOn(terms, day)).toEqual(term))

test('a term with dates of one year does not repeat, and between terms there is none', () => {
  const once = [{ name: '夏令营', begin: '2026-07-01', end: '2026-07-31' }]
  expect(termOn(once, '2026-07-31')).toEqual(once[0])
  expect([termOn(once, '2026-08-01'), termOn(once, '2027-07-15')]).toEqual([null, null])
})
