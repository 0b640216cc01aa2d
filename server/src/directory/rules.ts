import type { Static } from '@tongchuang/contract/schema.ts'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import type { GuildCard } from '@tongchuang/contract/directory.ts'
import { iso } from '../db/time.ts'
import { datesFor, endOf, isOver, statusAt, type Enrolment, type Task } from '../tasks/rules.ts'

type Dated = Pick<Task, 'status' | 'open_at' | 'due_at' | 'close_at' | 'closed_at' | 'late_rule'>
type UnderWay = Dated &
  Pick<Task, 'title' | 'pass_line'> &
  Pick<Enrolment, 'task_id' | 'state' | 'extended_until' | 'return_due_at' | 'reopened_from' | 'percent_final'>

/** How many of these tasks are open by the clock. */
export const openCount = (tasks: readonly Dated[], now: number): number =>
  tasks.filter((task) => statusAt(task, now) === 'open').length

const types = ['main', 'side', 'daily', 'event'] as const

/** How many tasks of each type there are, and how many of them are open. */
export const countsByType = (tasks: readonly (Dated & Pick<Task, 'type'>)[], now: number) =>
  types.map((type) => {
    const some = tasks.filter((task) => task.type === type)
    return { type, count: some.length, open: openCount(some, now) }
  })

// Later than any date: what has none is not urgent.
const never = Number.MAX_SAFE_INTEGER

/** The most urgent of what a student has under way: due soonest, what the clock has ended left out. */
export const mostUrgent = (rows: readonly UnderWay[], now: number): Static<typeof GuildCard>['due_soon'] => {
  const [first] = rows
    .filter((row) => endOf(row, row, now) === null)
    .map(({ task_id, title, state, ...row }) => ({ task_id, title, state, due_at: datesFor(row, row).due_at }))
    .toSorted((one, other) => (one.due_at ?? never) - (other.due_at ?? never) || one.task_id - other.task_id)
  return first ? { ...first, due_at: iso(first.due_at) } : null
}

type Tile = { id: number; my_status: string | null; member_count: number }

/** The guilds a category shows first: those somebody is in, then the large ones; each once. */
export const firstGuilds = <T extends Tile>(guilds: readonly T[], each: number): T[] => {
  const isIn = ({ my_status }: Tile): number => Number(my_status === 'member')
  return [...new Map(guilds.map((guild) => [guild.id, guild])).values()]
    .toSorted((one, other) => isIn(other) - isIn(one) || other.member_count - one.member_count || one.id - other.id)
    .slice(0, each)
}

const twoDays = 48 * 3_600_000

type Seen = { state: TaskState; row: Pick<Enrolment, 'extended_until' | 'return_due_at'> | null }

/**
 * Whether a main task counts as missing for a member: expired without a return, given up and over, or never taken by
 * somebody who had been a member for 48 hours at its close.
 */
export const isMissing = (
  task: Dated & Pick<Task, 'type'>,
  { state, row }: Seen,
  joined_at: number,
  now: number,
): boolean => {
  if (task.type !== 'main') return false
  if (state === 'aborted') return isOver(task, row, now)
  if (state !== 'expired') return false
  return row ? row.return_due_at === null : joined_at + twoDays <= (datesFor(task, null).close_at ?? 0)
}

type Term = { name: string; begin: string; end: string }

const isYearly = (day: string): boolean => day.length === 5

/** The term a day of the school belongs to, with its dates in that year; null between terms. */
export const termAt = (terms: readonly Term[], day: string): Term | null => {
  const year = Number(day.slice(0, 4))
  for (const { name, begin, end } of terms) {
    // A yearly term may have begun in the year before and end in this one.
    for (const from of isYearly(begin) ? [year, year - 1] : [0]) {
      const first = isYearly(begin) ? `${from}-${begin}` : begin
      const last = isYearly(end) ? `${end < begin ? from + 1 : from}-${end}` : end
      if (first <= day && day <= last) return { name, begin: first, end: last }
    }
  }
  return null
}
