import type { Selectable } from 'kysely'
import { addDays, fromWall, schoolDay } from '../db/time.ts'
import type { EnrolmentTable, TaskTable } from '../tasks/tables.ts'
import type { Chance } from './chance.ts'
import type { When } from './sample-types.ts'

export type Clock = { now: number; zone: string }
type Task = Pick<
  Selectable<TaskTable>,
  | 'id'
  | 'guild_id'
  | 'title'
  | 'type'
  | 'difficulty'
  | 'points'
  | 'max_score'
  | 'pass_line'
  | 'open_at'
  | 'due_at'
  | 'close_at'
  | 'status'
>

/** The sample's plan for one student and one task; instants in milliseconds. */
export type Planned = {
  task: Task
  user_id: number
  round: number
  state: Selectable<EnrolmentTable>['state']
  accepted_at: number
  submitted_at: number | null
  late: boolean
  /** 0–100; null without a released result. */
  percent: number | null
  released_at: number | null
  return_due_at: number | null
  featured: boolean
}

/** The instant a number of days from today, at a local time of the school. */
export const momentOf = ([days, time]: When, { now, zone }: Clock): number =>
  fromWall(`${schoolDay(addDays(now, zone, days), zone)}T${time}`, zone)

/** The due date of a task; a task due today is still open, however late in the day the school is loaded. */
export const dueOf = (when: When, clock: Clock): number => {
  const due = momentOf(when, clock)
  if (when[0] !== 0 || due > clock.now + 3_600_000) return due
  const lastMinute = momentOf([0, '23:59'], clock)
  return lastMinute > clock.now ? lastMinute : clock.now + 3_600_000
}

// Students hand in at noon and in the evening, hardly ever at night.
const busyHours = [12, 12, 17, 17, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 16, 7] as const

/** A moment between two others that falls into the hours when students are awake. */
const awakeBetween = (from: number, to: number, chance: Chance, zone: string): number => {
  if (to <= from) return from
  const day = schoolDay(from + chance.below(to - from), zone)
  const at = fromWall(
    `${day}T${String(chance.pick(busyHours)).padStart(2, '0')}:${String(chance.below(60)).padStart(2, '0')}`,
    zone,
  )
  return Math.min(Math.max(at, from), to)
}

const DAY = 24 * 3_600_000

/** Plans what one member did with one task, by how long it has been open; null where it was never accepted. */
export const planOf = (task: Task, user_id: number, chance: Chance, { now, zone }: Clock): Planned | null => {
  const open_at = task.open_at ?? now - 30 * DAY
  if (open_at >= now) return null
  const isClosed = task.close_at !== null && task.close_at <= now
  if (!chance.percent(isClosed ? 86 : 46)) return null
  const end = Math.min(now - 60_000, task.due_at ?? now)
  const accepted_at = awakeBetween(open_at, Math.min(open_at + 3 * DAY, now - 120_000), chance, zone)
  const base = {
    task,
    user_id,
    round: 1,
    accepted_at,
    late: false,
    percent: null,
    released_at: null,
    return_due_at: null,
    featured: false,
  }
  if (!chance.percent(isClosed ? 90 : 55))
    return { ...base, state: isClosed ? (chance.percent(40) ? 'aborted' : 'expired') : 'doing', submitted_at: null }
  const isLate =
    task.due_at !== null &&
    task.due_at < now &&
    task.close_at !== null &&
    task.close_at > task.due_at &&
    chance.percent(7)
  const submitted_at = isLate
    ? awakeBetween(task.due_at ?? end, Math.min(now - 60_000, (task.close_at ?? now) - 60_000), chance, zone)
    : awakeBetween(accepted_at, Math.max(accepted_at, end - 60_000), chance, zone)
  const sent = { ...base, submitted_at, late: isLate || (task.due_at !== null && submitted_at >= task.due_at) }
  const released_at = submitted_at + 6 * 3_600_000 + chance.below(30) * 3_600_000
  if (released_at >= now || (!isClosed && chance.percent(22))) return { ...sent, state: 'submitted' }
  const percent = 62 + chance.below(37)
  if (chance.percent(9)) {
    const return_due_at = released_at + 7 * DAY
    if (return_due_at > now) return { ...sent, state: 'returned', percent: percent - 8, released_at, return_due_at }
  }
  if (chance.percent(5)) return { ...sent, state: 'failed', percent: 30 + chance.below(28), released_at }
  return { ...sent, state: 'passed', percent, released_at, featured: percent >= 92 && chance.percent(70) }
}

/** Rounds of a daily task: at most one on each of the last days. */
export const roundsOf = (task: Task, user_id: number, chance: Chance, { now, zone }: Clock): Planned[] => {
  const days = [1, 2, 3, 4, 5].filter(() => chance.percent(45))
  return days.toReversed().map((day, index) => {
    const submitted_at = momentOf([-day, `06:${String(20 + chance.below(35)).padStart(2, '0')}`], { now, zone })
    const shared = { task, user_id, round: index + 1, submitted_at, late: false, return_due_at: null, featured: false }
    return {
      ...shared,
      state: 'passed',
      accepted_at: submitted_at - 1_800_000,
      percent: 100,
      released_at: Math.min(submitted_at + 4 * 3_600_000, now - 60_000),
    }
  })
}
