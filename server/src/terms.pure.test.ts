import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'
import { termAt } from './terms.ts'

const { terms, timezone } = defaultSettings

test.each([
  ['2026-08-31T15:59:59Z', { name: '第二学期', begin: '2026-02-01', end: '2026-08-31' }],
  ['2026-08-31T16:00:00Z', { name: '第一学期', begin: '2026-09-01', end: '2027-01-31' }],
  ['2027-01-15T00:00:00Z', { name: '第一学期', begin: '2026-09-01', end: '2027-01-31' }],
  ['2027-01-31T16:00:00Z', { name: '第二学期', begin: '2027-02-01', end: '2027-08-31' }],
])('%s is in the term that the school’s calendar says', (at, term) =>
  expect(termAt(terms, Date.parse(at), timezone)).toEqual(term),
)

test('a term with years comes once, and between terms there is none', () => {
  const once = [{ name: '夏令营', begin: '2026-07-01', end: '2026-07-31' }]
  expect(termAt(once, Date.parse('2026-07-31T15:00:00Z'), timezone)).toEqual(once[0])
  expect(termAt(once, Date.parse('2027-07-15T00:00:00Z'), timezone)).toBeNull()
})
