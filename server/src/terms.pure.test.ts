import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'
import { lastTerm, nextTerm, termOn } from './terms.ts'

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

test('the term to come is the next that begins: of this year, of the next one, or none where all have passed', () => {
  const dated = (year: string) => [
    { name: '下', begin: `${year}-11-01`, end: `${year}-12-31` },
    { name: '上', begin: `${year}-10-20`, end: `${year}-10-31` },
  ]
  expect(nextTerm(dated('2026'), '2026-10-12')?.begin).toBe('2026-10-20')
  expect(nextTerm(dated('2026'), '2026-10-20')?.begin).toBe('2026-11-01')
  expect(nextTerm(dated('2028'), '2026-10-12')?.begin).toBe('2028-10-20')
  expect(nextTerm(dated('2025'), '2026-10-12')).toBeNull()
  expect(nextTerm(terms, '2026-10-12')).toEqual({ name: '第二学期', begin: '2027-02-01', end: '2027-08-31' })
})

test('a term that ends or begins on 29 February does so on a day of each year', () => {
  const winter = { name: '上', begin: '09-01', end: '02-29' }
  const summer = { name: '下', begin: '02-29', end: '08-31' }
  expect(termOn([winter], '2026-10-12')).toEqual({ name: '上', begin: '2026-09-01', end: '2027-02-28' })
  expect(termOn([winter], '2028-02-29')).toEqual({ name: '上', begin: '2027-09-01', end: '2028-02-29' })
  expect(lastTerm([summer], '2027-03-01')?.begin).toBe('2027-03-01')
  expect(nextTerm([summer], '2027-10-12')?.begin).toBe('2028-02-29')
  expect([termOn([summer], '2100-02-28'), termOn([summer], '2100-03-01')?.begin]).toEqual([null, '2100-03-01'])
})
