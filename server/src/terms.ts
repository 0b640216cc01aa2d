import { schoolDay } from './db/time.ts'
import type { Term } from './settings.ts'

/** A term on its days: `2026-09-01` to `2027-01-31`, both included. */
export type DatedTerm = { name: string; begin: string; end: string }

const inYear = (year: number, monthDay: string): string => `${year}-${monthDay}`

/** The term a moment falls into, or null between terms. A yearly term that ends before it begins runs into the next year. */
export const termAt = (terms: readonly Term[], at: number, zone: string): DatedTerm | null => {
  const today = schoolDay(at, zone)
  const year = Number(today.slice(0, 4))
  for (const { name, begin, end } of terms) {
    const candidates: [string, string][] =
      begin.length > 5
        ? [[begin, end]]
        : [year - 1, year].map((first): [string, string] => [inYear(first, begin), inYear(end < begin ? first + 1 : first, end)])
    const dates = candidates.find(([from, to]) => from <= today && today <= to)
    if (dates) return { name, begin: dates[0], end: dates[1] }
  }
  return null
}
