import type { Static } from '@tongchuang/contract/schema.ts'
import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { iso } from '../db/time.ts'
import { datesFor, endOf, statusAt, type Enrolment, type Task } from '../tasks/rules.ts'

type Dated = Pick<Task, 'status' | 'open_at' | 'due_at' | 'close_at' | 'closed_at' | 'late_rule'>
type UnderWay = Dated &
  Pick<Task, 'title' | 'pass_line' | 'late_percent' | 'late_cap'> &
  Pick<Enrolment, 'task_id' | 'state' | 'extended_until' | 'return_due_at' | 'reopened_from' | 'percent_final'>

/** The number of these tasks that are open by the clock. */
export const openCount = (tasks: readonly Dated[], now: number): number =>
  tasks.filter((task) => statusAt(task, now) === 'open').length

const types = ['main', 'side', 'daily', 'event'] as const

/** The number of tasks of each type, and of those of them that are open. */
export const countsByType = (tasks: readonly (Dated & Pick<Task, 'type'>)[], now: number) =>
  types.map((type) => {
    const some = tasks.filter((task) => task.type === type)
    return { type, count: some.length, open: openCount(some, now) }
  })

// Later than any date: a task without one is not urgent.
const never = Number.MAX_SAFE_INTEGER

/** The most urgent of a student's tasks under way: the one due soonest, without those that have ended. */
export const mostUrgent = (rows: readonly UnderWay[], now: number): Static<typeof GuildCard>['due_soon'] => {
  const [first] = rows
    .filter((row) => endOf(row, row, now) === null)
    .map(({ task_id, title, state, late_rule, late_percent, late_cap, ...row }) => ({
      task_id,
      title,
      state,
      late_rule,
      late_percent,
      late_cap,
      ...datesFor({ late_rule, ...row }, row),
    }))
    .toSorted((one, other) => (one.due_at ?? never) - (other.due_at ?? never) || one.task_id - other.task_id)
  return first ? { ...first, due_at: iso(first.due_at), close_at: iso(first.close_at) } : null
}

type Tile = { id: number; my_status: string | null; member_count: number }

/** The guilds a category shows first: the user's own, then the largest; each once. */
export const firstGuilds = <T extends Tile>(guilds: readonly T[], each: number): T[] => {
  const isIn = ({ my_status }: Tile): number => Number(my_status === 'member')
  return [...new Map(guilds.map((guild) => [guild.id, guild])).values()]
    .toSorted((one, other) => isIn(other) - isIn(one) || other.member_count - one.member_count || one.id - other.id)
    .slice(0, each)
}
