import { createHash } from 'node:crypto'
import { fromWall, schoolDay, startOfDay, startOfMonth, startOfWeek } from '../db/time.ts'
import type { Term } from '../settings.ts'
import { lastTerm, nextTerm, type DatedTerm } from '../terms.ts'

export type PeriodKind = 'week' | 'month' | 'term'

/** The span of time a ranking covers. */
export type Period = {
  kind: PeriodKind
  /** `week-2026-10-12`, `month-2026-10`, `term-2026-09-01`. */
  key: string
  /** The name of the term, else empty. */
  name: string
  /** Its first moment, and the first moment after it. */
  from: number
  to: number
}

/** What periods depend on: the school’s zone and its terms. */
export type Calendar = { zone: string; terms: readonly Term[] }

/** A fingerprint that changes whenever the limits of periods may change. */
export const printOf = ({ zone, terms }: Calendar): number => {
  const dates = JSON.stringify([zone, ...terms.map(({ begin, end }) => [begin, end])])
  return Number.parseInt(createHash('sha256').update(dates).digest('hex').slice(0, 12), 16)
}

const DAY = 24 * 3_600_000

/** How long after its end corrections still reach a period; after that its list never changes. */
const openAfterEnd = { week: DAY, month: DAY, term: 14 * DAY } as const

const firstMoment = (day: string, zone: string): number => fromWall(`${day}T00:00`, zone)

const termPeriod = ({ name, begin, end }: DatedTerm, zone: string): Period => ({
  kind: 'term',
  key: `term-${begin}`,
  name,
  from: firstMoment(begin, zone),
  to: startOfDay(firstMoment(end, zone), zone, 1),
})

/** The week, month or term a moment is in. Between two terms the one before holds; null before the very first. */
export const periodAt = (kind: PeriodKind, at: number, { zone, terms }: Calendar): Period | null => {
  if (kind === 'week') {
    const from = startOfWeek(at, zone)
    return { kind, key: `week-${schoolDay(from, zone)}`, name: '', from, to: startOfWeek(at, zone, 1) }
  }
  if (kind === 'month') {
    const from = startOfMonth(at, zone)
    return { kind, key: `month-${schoolDay(from, zone).slice(0, 7)}`, name: '', from, to: startOfMonth(at, zone, 1) }
  }
  const term = lastTerm(terms, schoolDay(at, zone))
  return term && termPeriod(term, zone)
}

/** The next term, used before the very first one: nothing is counted for it yet, and its list is empty. */
const termToCome = (at: number, { zone, terms }: Calendar): Period | null => {
  const term = nextTerm(terms, schoolDay(at, zone))
  return term && termPeriod(term, zone)
}

/** The period of the same kind right before. */
export const periodBefore = ({ kind, from }: Period, calendar: Calendar): Period | null =>
  periodAt(kind, from - 1, calendar)

const kinds = ['week', 'month', 'term'] as const
const keyed = /^(week|month|term)-(\d{4})-(\d{2})(?:-(\d{2}))?$/

/**
 * What a caller means by `week`, `month`, `term` – before the first term the one to come – or the key of an earlier
 * one; null for anything else, and for the key of what is still to come.
 */
export const periodFor = (asked: string, now: number, calendar: Calendar): Period | null => {
  const kind = kinds.find((kind) => kind === asked)
  if (kind) return periodAt(kind, now, calendar) ?? termToCome(now, calendar)
  const [, named, year, month, day = '01'] = keyed.exec(asked) ?? []
  const date = `${year}-${month}-${day}`
  const instant = Date.parse(date)
  if (!named || Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== date) return null
  const at = firstMoment(date, calendar.zone)
  if (at > now) return null
  const period = periodAt(named as PeriodKind, at, calendar)
  return period?.key === asked ? period : null
}

/** Whether what happens now can still change the list of a period. */
export const isOpen = ({ kind, to }: Period, now: number): boolean => now < to + openAfterEnd[kind]

/** The current periods and those right before them; a school that is counted for the first time starts with these. */
export const latestPeriods = (now: number, calendar: Calendar): Period[] =>
  kinds.flatMap((kind) => {
    const current = periodAt(kind, now, calendar)
    const before = current && periodBefore(current, calendar)
    return [current, before].filter((period) => period !== null)
  })

/** The periods whose lists may still change: the current ones, and those right before them that are still open. */
export const openPeriods = (now: number, calendar: Calendar): Period[] =>
  latestPeriods(now, calendar).filter((period) => isOpen(period, now))
