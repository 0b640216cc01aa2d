import { daysLater } from '@tongchuang/ui/wall-clock.ts'
import type { Values } from './form-values.ts'
import type { SetMember } from './queries.ts'

const dayMs = 24 * 3_600_000

export type Dates = Pick<SetMember, 'open_at' | 'due_at' | 'close_at'>

const at = (date: string | null): number | null => (date === null ? null : Date.parse(date))
const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString())

/** The difference of a class from the first: in whole days by due date, `other` if that does not describe it. */
export const difference = (first: Dates, own: Dates): number | 'same' | 'other' => {
  const [due, other] = [at(first.due_at), at(own.due_at)]
  const isSame = due === other && at(first.open_at) === at(own.open_at)
  if (isSame) return 'same'
  if (due === null || other === null) return 'other'
  const days = Math.round((other - due) / dayMs)
  return days === 0 ? 'other' : days
}

/** The dates of a class with a new due date; its closing date keeps the interval of the first class. */
export const withDue = (own: Dates, due_at: string | null, first: Dates): Dates => {
  const [due, close, next] = [at(first.due_at), at(first.close_at), at(due_at)]
  const follows = due !== null && close !== null && next !== null
  return { ...own, due_at, close_at: follows ? iso(next + close - due) : own.close_at }
}

/** The dates of the first class, shifted by a number of days. */
export const daysAfter = (first: Dates, days: number): Dates => {
  const later = (date: string | null) => (date === null ? null : daysLater(date, days))
  return { open_at: later(first.open_at), due_at: later(first.due_at), close_at: later(first.close_at) }
}

/** Only the dates that differ. */
export const changedDates = (own: Dates, next: Dates): Partial<Dates> =>
  Object.fromEntries(
    (['open_at', 'due_at', 'close_at'] as const).flatMap((name) =>
      at(own[name]) === at(next[name]) ? [] : [[name, next[name]]],
    ),
  )

/** The dates of the first class as typed. */
export const datesOf = ({ open_at, due_at, close_at }: Values): Dates => ({ open_at, due_at, close_at })
