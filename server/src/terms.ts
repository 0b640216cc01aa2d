import type { Term } from './settings.ts'

/** A term on its days: `2026-09-01` to `2027-01-31`, both included. */
export type DatedTerm = { name: string; begin: string; end: string }

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/**
 * The date of a month and day in a year. In years without 02-29, a term beginning then begins the day after, and one
 * ending then ends the day before.
 */
const inYear = (year: number, monthDay: string, without: '02-28' | '03-01'): string =>
  `${year}-${monthDay === '02-29' && !isLeap(year) ? without : monthDay}`

/** The dates a yearly term has around a year, or a single one has once. */
const datesOf = ({ begin, end }: Term, years: readonly number[]): [begin: string, end: string][] =>
  begin.length > 5
    ? [[begin, end]]
    : years.map((first) => [inYear(first, begin, '03-01'), inYear(end < begin ? first + 1 : first, end, '02-28')])

/** The term under way on a day, `2026-10-12`, or else the last one that had begun; null before the first. */
export const lastTerm = (terms: readonly Term[], day: string): DatedTerm | null => {
  const year = Number(day.slice(0, 4))
  const begun = terms
    .flatMap((term) => datesOf(term, [year - 1, year]).map(([begin, end]) => ({ name: term.name, begin, end })))
    .filter(({ begin }) => begin <= day)
  return begun.toSorted((one, other) => (one.begin < other.begin ? -1 : 1)).at(-1) ?? null
}

/** The first term that begins after a day; null where none does because all are in the past. */
export const nextTerm = (terms: readonly Term[], day: string): DatedTerm | null => {
  const year = Number(day.slice(0, 4))
  const toCome = terms
    .flatMap((term) => datesOf(term, [year, year + 1]).map(([begin, end]) => ({ name: term.name, begin, end })))
    .filter(({ begin }) => begin > day)
  return toCome.toSorted((one, other) => (one.begin < other.begin ? -1 : 1))[0] ?? null
}

/**
 * The term a day of the school falls into, or null between terms. A yearly term that ends before it begins runs into
 * the next year.
 */
export const termOn = (terms: readonly Term[], day: string): DatedTerm | null => {
  const year = Number(day.slice(0, 4))
  for (const { name, begin, end } of terms) {
    const dates = datesOf({ name, begin, end }, [year - 1, year]).find(([from, to]) => from <= day && day <= to)
    if (dates) return { name, begin: dates[0], end: dates[1] }
  }
  return null
}
