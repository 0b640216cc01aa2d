import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../settings.ts'
import { isOpen, openPeriods, periodAt, periodBefore, periodFor } from './periods.ts'
import { denseRanks, excellentTenths, placesOf, type Counter } from './rules.ts'

const calendar = { zone: 'Asia/Shanghai', terms: defaultSettings.terms }
const monday = Date.parse('2026-10-12T01:00:00Z')
const day = 24 * 3_600_000

const counter = (user_id: number, percents: readonly number[], given: Partial<Counter> = {}): Counter => ({
  period: 'term-2026-09-01',
  guild_id: 1,
  user_id,
  weight: percents.length * 100,
  weighted: percents.reduce((sum, percent) => sum + percent * 100, 0),
  percents: percents.reduce((sum, percent) => sum + percent, 0),
  counted: percents.length,
  results: percents.length,
  featured: 0,
  released_at: 1,
  experience: 0,
  active_days: 0,
  active_at: null,
  hidden: false,
  only_guild_id: null,
  ...given,
})

describe('优秀', () => {
  const eighty = { percent: 80, weight: 100 }
  const times = (count: number, percent: number) =>
    counter(
      1,
      Array.from({ length: count }, () => percent),
    )

  test('three results of 100 among a mean of 80 are worth 90.0, twelve of them 96.0, and twelve of 95 are 92.0', () => {
    expect([times(3, 100), times(12, 100), times(12, 95)].map((row) => excellentTenths(row, eighty))).toEqual([
      900, 960, 920,
    ])
  })

  test('each picked work adds a point, five at most', () => {
    expect([1, 5, 6].map((featured) => excellentTenths({ ...times(3, 100), featured }, eighty))).toEqual([
      910, 950, 950,
    ])
  })

  test('two results give no place in the ranking, and a missed main task weighs like a result of 0 without counting as one', () => {
    const missed = counter(2, [100, 100, 0], { results: 2 })
    expect(placesOf([counter(1, [90, 90]), missed]).map(({ excellent }) => excellent)).toEqual([null, null])
    const [punctual, careless] = placesOf([counter(1, [90, 90, 90]), counter(2, [90, 90, 90, 0], { results: 3 })])
    expect(careless!.excellent).toBeLessThan(punctual!.excellent!)
  })

  test('a student whose results weigh nothing has a mean of 0', () => {
    expect(placesOf([counter(1, [90, 90, 90], { weight: 0, weighted: 0 })])[0]!.excellent).toBe(900 - 900)
  })
})

test('equal numbers share a place, the next place follows on, and who hides takes none from others', () => {
  const shown = (value: number | null) => ({ value, hidden: false })
  expect(denseRanks([shown(92), shown(96), shown(92), shown(null), shown(90)])).toEqual([2, 1, 2, null, 3])
  expect(denseRanks([shown(96), { value: 95, hidden: true }, shown(90), { value: 90, hidden: true }])).toEqual([
    1, 2, 2, 2,
  ])
})

describe('periods', () => {
  test('a week begins on Monday at midnight of the school', () => {
    const week = periodAt('week', Date.parse('2026-10-11T16:00:00Z'), calendar)
    expect(week).toMatchObject({
      key: 'week-2026-10-12',
      from: Date.parse('2026-10-11T16:00:00Z'),
      to: Date.parse('2026-10-18T16:00:00Z'),
    })
    expect(periodAt('week', week!.from - 1, calendar)!.key).toBe('week-2026-10-05')
  })

  test('a month, and a term that ends in the next year', () => {
    expect(periodAt('month', monday, calendar)!.key).toBe('month-2026-10')
    const term = periodAt('term', monday, calendar)!
    expect(term).toMatchObject({ key: 'term-2026-09-01', name: '第一学期', to: Date.parse('2027-01-31T16:00:00Z') })
    expect(periodBefore(term, calendar)!.key).toBe('term-2026-02-01')
  })

  test('in the holidays the term before goes on', () => {
    const terms = [{ name: '秋', begin: '2026-09-01', end: '2027-01-15' }]
    expect(periodAt('term', Date.parse('2027-02-01T00:00:00Z'), { ...calendar, terms })!.key).toBe('term-2026-09-01')
    expect(periodAt('term', Date.parse('2026-08-01T00:00:00Z'), { ...calendar, terms })).toBeNull()
  })

  test.each([
    ['week', 'week-2026-10-12'],
    ['term', 'term-2026-09-01'],
    ['week-2026-10-05', 'week-2026-10-05'],
    ['month-2026-09', 'month-2026-09'],
    ['week-2026-10-06', null],
    ['month-2026-09-02', null],
    ['week-2026-10-19', null],
    ['month-2026-13', null],
    ['term-2026-02-30', null],
    ['year', null],
    ['', null],
  ])('%s asks for %s', (asked, key) => expect(periodFor(asked, monday, calendar)?.key ?? null).toBe(key))

  test('a term stays open for 14 days after its end, a week for one', () => {
    const [term, week] = [periodAt('term', monday, calendar)!, periodAt('week', monday, calendar)!]
    expect([isOpen(term, term.to + 14 * day - 1), isOpen(term, term.to + 14 * day)]).toEqual([true, false])
    expect([isOpen(week, week.to + day - 1), isOpen(week, week.to + day)]).toEqual([true, false])
    expect(openPeriods(week.to + 1, calendar).map(({ key }) => key)).toEqual([
      'week-2026-10-19',
      'week-2026-10-12',
      'month-2026-10',
      'term-2026-09-01',
    ])
  })
})
