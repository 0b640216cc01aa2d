import { expect, test } from 'vitest'
import { defaultSettings, type SiteSettings } from '../settings.ts'
import { needsReason, settingsProblem } from './settings-rules.ts'

const fieldOf = (settings: Partial<SiteSettings>) => settingsProblem(settings)?.field ?? 'fine'
const term = (begin: string, end: string) => ({ terms: [{ name: '上学期', begin, end }] })
const levels = (...from: number[]) => ({ levels: from.map((one) => ({ ...defaultSettings.levels[0]!, from: one })) })

test.each<[what: string, settings: Partial<SiteSettings>, field: string]>([
  ['what a new school has', defaultSettings, 'fine'],
  ['a zone of the world', { timezone: 'Asia/Urumqi' }, 'fine'],
  ['a zone of nowhere', { timezone: 'Asia/Nowhere' }, 'timezone'],
  ['an address with a password', { base_url: 'https://a:b@guild.example' }, 'base_url'],
  ['a term of every year that goes over New Year', term('09-01', '01-20'), 'fine'],
  ['a term of one year', term('2026-09-01', '2027-01-20'), 'fine'],
  ['a term that ends before it begins', term('2026-09-01', '2026-01-20'), 'terms'],
  ['a day that no year has', term('02-30', '06-30'), 'terms'],
  ['a day of one year and one of every year', term('2026-09-01', '01-20'), 'terms'],
  ['levels that rise', levels(0, 50, 120), 'fine'],
  ['levels that begin above nothing', levels(10, 50), 'levels'],
  ['two levels for the same experience', levels(0, 50, 50), 'levels'],
  ['no way to register', { doors: { ...defaultSettings.doors, invite: false, code: false } }, 'doors'],
  [
    'a file larger than a submission',
    { files: { ...defaultSettings.files, file_mb: 400, submission_mb: 300 } },
    'files',
  ],
])('settings with %s', (_what, settings, field) => {
  expect(fieldOf(settings)).toBe(field)
})

test('a school for minors that shows students more of each other says why; one that shows less need not', () => {
  const minors = { ...defaultSettings, school_kind: 'minors', ranking_list: 'own', ranking_values: false } as const
  expect(needsReason(minors, { ranking_list: 'names' })).toBe(true)
  expect(needsReason(minors, { ranking_values: true })).toBe(true)
  expect(needsReason(minors, { school_kind: 'adults' })).toBe(true)
  expect(needsReason(minors, { school_kind: 'minors', ranking_list: 'own' })).toBe(false)
  expect(needsReason({ ...minors, ranking_list: 'names' }, { ranking_list: 'own' })).toBe(false)
})
