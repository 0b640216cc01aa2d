import { fail, type Reason, type Refusal } from '@tongchuang/contract/errors.ts'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import type { Selectable } from 'kysely'
import { schoolDay, startOfDay } from '../db/time.ts'
import type { EnrolmentTable, TaskTable } from './tables.ts'

export type Task = Selectable<TaskTable>
export type Enrolment = Selectable<EnrolmentTable>
/** The states a row can have; `locked` and `available` are computed. */
export type StoredState = EnrolmentTable['state']
export type TaskType = TaskTable['type']
export type TaskStatus = TaskTable['status']

/** From which states each action is possible; anything else is refused with STATE (docs/rules.md). */
export const transitions = {
  accept: ['aborted'],
  /** Another round of a daily task: a row of its own. */
  next_round: ['passed', 'failed', 'expired'],
  abort: ['doing', 'returned'],
  draft: ['doing', 'returned'],
  submit: ['doing', 'returned'],
  withdraw: ['submitted'],
  decide: ['submitted'],
  reopen: ['passed', 'failed', 'expired'],
  extend: ['doing', 'submitted', 'returned', 'aborted', 'expired'],
  expire: ['doing', 'returned'],
  excuse: ['doing', 'submitted', 'returned', 'passed', 'failed', 'aborted', 'expired'],
  leave: ['doing', 'returned'],
  appeal: ['passed', 'failed'],
  /** For offline tasks only: an entered result is released. */
  enter: ['doing', 'passed', 'failed', 'expired', 'excused'],
} as const satisfies Record<string, readonly StoredState[]>

export type Action = keyof typeof transitions

/** Whether an action is possible in a state. */
export const mayDo = (action: Action, state: TaskState): boolean => {
  const from: readonly TaskState[] = transitions[action]
  return from.includes(state)
}

type TaskDates = Pick<Task, 'due_at' | 'close_at' | 'closed_at' | 'late_rule'>
type Clocked = TaskDates & Pick<Task, 'status' | 'open_at'>
type RowDates = Pick<Enrolment, 'extended_until' | 'return_due_at'>

const earliest = (...moments: readonly (number | null)[]): number | null => {
  const known = moments.filter((moment) => moment !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** When a task ends for students without dates of their own. Where lateness is refused, it ends at the due date. */
export const closeOf = ({ due_at, close_at, closed_at, late_rule }: TaskDates): number | null =>
  earliest(close_at, closed_at, late_rule === 'refuse' ? due_at : null)

/**
 * A student's extension, or null where none of the task's dates is earlier: giving everybody more time takes none away.
 */
export const extensionFor = (task: TaskDates, { extended_until }: RowDates): number | null => {
  const first = earliest(task.due_at, task.close_at, task.closed_at)
  return extended_until !== null && first !== null && extended_until > first ? extended_until : null
}

/** The effective dates for one student: the date of a return or extension replaces due and close. */
export const datesFor = (task: TaskDates, row: RowDates | null): { due_at: number | null; close_at: number | null } => {
  const own = row && (row.return_due_at ?? extensionFor(task, row))
  return own === null ? { due_at: task.due_at, close_at: closeOf(task) } : { due_at: own, close_at: own }
}

/** The status of a task at a moment, whether or not the job that stores it has run. */
export const statusAt = (task: Clocked, now: number): TaskStatus => {
  if (task.status !== 'scheduled' && task.status !== 'open') return task.status
  if (task.open_at !== null ? now < task.open_at : task.status === 'scheduled') return 'scheduled'
  const close_at = closeOf(task)
  return close_at !== null && now >= close_at ? 'closed' : 'open'
}

/** Refuses decisions about a task in the bin. Throws STATE. */
export const mustBeThere = ({ status }: Pick<Task, 'status'>): void => {
  if (status === 'trashed') throw fail('STATE', { state: status })
}

/** Whether a student's time is over; the moment of the close itself counts as over. */
export const isOver = (task: Clocked, row: RowDates | null, now: number): boolean => {
  const { close_at } = datesFor(task, row)
  if (close_at !== null) return now >= close_at
  return task.status === 'closed' || task.status === 'archived'
}

/** How a row ends when its time is over. */
export type End = {
  to: StoredState
  /** `provisional`: the percent of the return becomes the result; `earlier`: a reopened row gets its result back. */
  by: 'close' | 'provisional' | 'earlier'
}

/** A reopened row goes back to its earlier result, when it expires or its student leaves; null for any other row. */
export const earlierOf = (row: Pick<Enrolment, 'reopened_from'>): 'passed' | 'failed' | null =>
  row.reopened_from === 'passed' || row.reopened_from === 'failed' ? row.reopened_from : null

type Endable = RowDates &
  Pick<Enrolment, 'state' | 'reopened_from' | 'percent_final'> &
  Partial<Pick<Enrolment, 'draft_saved_at'>>
/** Without `submit_drafts`, drafts are not submitted at the end; without `channel`, the task is online. */
type Ending = Clocked & Pick<Task, 'pass_line'> & Partial<Pick<Task, 'submit_drafts' | 'channel'>>

/** How long after the end a student's own device may still send what was written before it. */
export const sealGraceMs = 5 * 60_000

/** Whether the end waits for a draft to be submitted automatically: the task allows it and there is a draft. */
export const awaitsSealing = (
  task: Partial<Pick<Task, 'submit_drafts'>>,
  row: Partial<Pick<Enrolment, 'draft_saved_at'>>,
): boolean => task.submit_drafts === true && (row.draft_saved_at ?? null) !== null

/** T9: what the clock makes of a row, or null while it is under way or done. */
export const endOf = (task: Ending, row: Endable, now: number): End | null => {
  if (!mayDo('expire', row.state) || !isOver(task, row, now) || awaitsSealing(task, row)) return null
  const earlier = earlierOf(row)
  if (earlier) return { to: earlier, by: 'earlier' }
  if (row.state === 'returned' && row.percent_final !== null)
    return { to: row.percent_final >= task.pass_line ? 'passed' : 'failed', by: 'provisional' }
  return { to: 'expired', by: 'close' }
}

/** Why a task cannot be accepted now: `text` for the page, `data` for the refusal. */
export type Lock = {
  reason: 'LOCKED' | 'LEVEL' | 'NOT_OPEN' | 'CLOSED' | 'FULL' | 'TOO_MANY' | 'COOLDOWN' | 'OTHER_CLASS'
  text: string
  data: Record<string, unknown>
}

type LockInput = {
  task: Clocked &
    Partial<Pick<Task, 'channel'>> &
    Pick<Task, 'type' | 'capacity' | 'accepted_count' | 'min_level' | 'cooldown_days' | 'max_rounds'>
  /** The student's row of the latest round. */
  row: (RowDates & Pick<Enrolment, 'state' | 'round' | 'accepted_at'>) | null
  guild: { status: 'active' | 'archived'; max_doing: number }
  /** The guild where the student works on this task instead, being in two classes of its set. */
  elsewhere?: string | undefined
  /** Titles of the unfinished prerequisites. */
  missing: readonly string[]
  level: number
  /** Rows of this student in state doing, in this guild. */
  doing: number
  now: number
  zone: string
}

/** Every reason against accepting, in the order of T1: the first one is the refusal. */
export const locksFor = (given: LockInput): Lock[] => {
  const { task, row, guild, missing, level, doing, elsewhere } = given
  const isFree = row === null || row.state === 'aborted'
  const locks: Lock[] = [
    ...(elsewhere !== undefined && isFree
      ? [{ reason: 'OTHER_CLASS', text: elsewhere, data: { guild: elsewhere } } as const]
      : []),
    ...clockLocks(given),
  ]
  // An offline task is not accepted: it is available as soon as it is open.
  if (task.channel === 'offline') return locks.filter(({ reason }) => reason === 'NOT_OPEN' || reason === 'OTHER_CLASS')
  if (missing.length > 0) locks.push({ reason: 'LOCKED', text: missing.join('、'), data: { titles: missing } })
  if (level < task.min_level)
    locks.push({ reason: 'LEVEL', text: String(task.min_level), data: { min_level: task.min_level } })
  const needsPlace = row === null || (row.round === 1 && row.state === 'aborted')
  if (needsPlace && task.capacity !== null && task.accepted_count >= task.capacity)
    locks.push({ reason: 'FULL', text: '', data: {} })
  if (doing >= guild.max_doing)
    locks.push({ reason: 'TOO_MANY', text: String(guild.max_doing), data: { max: guild.max_doing } })
  return [...locks, ...roundLocks(given)]
}

const clockLocks = ({ task, row, guild, now }: LockInput): Lock[] => {
  const status = statusAt(task, now)
  if (status === 'draft' || status === 'scheduled') {
    const open_at = task.open_at === null ? '' : new Date(task.open_at).toISOString()
    return [{ reason: 'NOT_OPEN', text: open_at, data: { open_at } }]
  }
  const isGone = status === 'archived' || status === 'trashed' || guild.status === 'archived'
  // After giving up, a student's own dates keep a closed task open for them; an archived guild or task stays closed.
  const isClosed = isOver(task, null, now) && !(row?.state === 'aborted' && !isOver(task, row, now))
  return isGone || isClosed ? [{ reason: 'CLOSED', text: '', data: {} }] : []
}

const roundLocks = ({ task, row, now, zone }: LockInput): Lock[] => {
  if (task.type !== 'daily' || !row || !mayDo('next_round', row.state)) return []
  if (row.round >= task.max_rounds)
    return [{ reason: 'COOLDOWN', text: '', data: { next_at: null, next_day: '—', max_rounds: task.max_rounds } }]
  const next = startOfDay(row.accepted_at, zone, task.cooldown_days)
  if (now >= next) return []
  const next_at = new Date(next).toISOString()
  return [{ reason: 'COOLDOWN', text: next_at, data: { next_at, next_day: schoolDay(next, zone) } }]
}

/** Converts a lock to the refusal of `accept`. */
export const refusalOf = ({ reason, data }: Lock): Refusal => fail(reason satisfies Reason, data)

/**
 * How a student may accept, by the state they see: `same` changes nothing; `first` is for those without a row, whom
 * only locks can stop. Throws STATE where no accepting is possible.
 */
export const wayToAccept = (
  task: Pick<Task, 'type'>,
  row: object | null,
  state: TaskState,
): 'same' | 'again' | 'first' | 'next' => {
  if (row === null) return 'first'
  if (state === 'doing') return 'same'
  if (mayDo('accept', state)) return 'again'
  if (task.type === 'daily' && mayDo('next_round', state)) return 'next'
  throw fail('STATE', { state })
}

const locking: ReadonlySet<string> = new Set<Lock['reason']>(['NOT_OPEN', 'LOCKED', 'LEVEL', 'FULL'])

/**
 * Whether a row waits for its task to open: staff gave its student more time before that, or the task opens later than
 * it did. Where something has been written, its student goes on with it.
 */
export const waitsToOpen = (task: Clocked, row: Pick<Endable, 'state' | 'draft_saved_at'>, now: number): boolean =>
  row.state === 'doing' && (row.draft_saved_at ?? null) === null && statusAt(task, now) === 'scheduled'

/**
 * The state a student sees at a moment. Without a row a closed task is expired. Having too many tasks is a lock but
 * leaves a task available, because it passes with the student's own progress. An offline task is under way until its
 * result is released.
 */
export const stateOf = (task: Ending, row: Endable | null, locks: readonly Lock[], now: number): TaskState => {
  if (locks.some(({ reason }) => reason === 'OTHER_CLASS')) return 'elsewhere'
  if (row) return endOf(task, row, now)?.to ?? (waitsToOpen(task, row, now) ? 'locked' : row.state)
  // A held entered result makes no row, so that students see the same with and without it.
  if (task.channel === 'offline') return locks.length > 0 ? 'locked' : 'doing'
  if (locks.some(({ reason }) => reason === 'CLOSED')) return 'expired'
  return locks.some(({ reason }) => locking.has(reason)) ? 'locked' : 'available'
}

/** Whether the content of a task is shown: a locked task shows only its title and why (docs/rules.md). */
export const maySeeContent = (state: TaskState): boolean => state !== 'locked'

/** Whether a task may be given up. A reopened row may not: it has a result to go back to. */
export const mayAbort = (row: Pick<Enrolment, 'state' | 'reopened_from'>): boolean =>
  mayDo('abort', row.state) && row.reopened_from === null

/** The value of a result in the score ledger; a result without a number is worth nothing. */
export const scorePoints = (points: number, percent_final: number | null): number =>
  Math.round((points * (percent_final ?? 0)) / 100)

/** What passing earns as experience: 10 for each step of difficulty. */
export const passPoints = (task: Pick<Task, 'difficulty'>): number => 10 * task.difficulty

/**
 * Whether a row whose time is over counts 0: only that of a main task that was aborted, or expired without ever having
 * been returned. The caller checks that the time is over.
 */
export const countsAsZero = (task: Pick<Task, 'type'>, row: Pick<Enrolment, 'state' | 'return_due_at'>): boolean =>
  task.type === 'main' && (row.state === 'aborted' || (row.state === 'expired' && row.return_due_at === null))

/** The mean of the percents; results without one and excused tasks do not count. Null where none counts. */
export const averageOf = (results: readonly { state: TaskState; percent_final: number | null }[]): number | null => {
  const counted = results.flatMap(({ state, percent_final }) =>
    state === 'excused' || percent_final === null ? [] : [percent_final],
  )
  return counted.length === 0 ? null : counted.reduce((sum, percent) => sum + percent, 0) / counted.length
}

/** The student's next action on a task under way. */
export const nextAction = (state: TaskState): 'write' | 'revise' | 'wait' =>
  state === 'returned' ? 'revise' : state === 'submitted' ? 'wait' : 'write'

const groups = {
  returned: 0,
  doing: 1,
  available: 2,
  submitted: 3,
  passed: 4,
  failed: 4,
  excused: 4,
  aborted: 5,
  locked: 6,
  elsewhere: 6,
  expired: 7,
} as const satisfies Record<TaskState, number>

/** Later than any date: tasks without one come last in their group. */
const never = Number.MAX_SAFE_INTEGER

/**
 * The sort key of a card: returned, doing and available by due date, submitted, finished, given up, locked or in
 * another class, expired. Within a group without an order by date the last changed comes first.
 */
export const cardOrder = (card: {
  id: number
  state: TaskState
  due_at: number | null
  touched_at: number
}): [group: number, within: number, id: number] => {
  const group = groups[card.state]
  const isByDue = group <= groups.available || card.state === 'locked'
  return [group, isByDue ? (card.due_at ?? never) : -card.touched_at, card.id]
}
