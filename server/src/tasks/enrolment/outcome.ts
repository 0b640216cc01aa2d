import { paths } from '@tongchuang/contract/paths.ts'
import { earn, settleScore } from '../../ledger/store.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { leaveEvent } from '../../events.ts'
import { sayChange } from '../../live.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { closeAbout, notify } from '../../messages/store.ts'
import { aboutReminder } from './reminder.ts'
import { earlierOf, endOf, passPoints, scorePoints, type Enrolment, type StoredState, type Task } from '../rules.ts'
import { bestPercent, earnedInOtherRound, moveEnrolment, wasReturned } from '../enrolment-store.ts'

/** The key of the notices about a row. */
export const aboutEnrolment = (id: number): string => `enrolment:${id}`

/** The page of a task. */
export const taskLink = (task: Pick<Task, 'id' | 'guild_id'>): string =>
  paths.task({ guild: task.guild_id, task: task.id })

type Ledgered = Pick<Task, 'id' | 'guild_id' | 'title' | 'points' | 'difficulty' | 'max_score'>

export type Outcome = {
  task: Ledgered
  enrolment: Pick<Enrolment, 'id' | 'state' | 'user_id' | 'score' | 'released_at'>
  decision: 'pass' | 'fail'
  /** On the task's scale, after lateness; null without a number. */
  score: number | null
  percent_final: number | null
  /** Who decided; null: the clock. */
  actor_id: number | null
  now: number
  zone: string
  /** An appeal or a correction by staff: the result of a passed or failed row changes. */
  correction?: boolean
  /** Typed by staff: nothing was handed in. */
  isEntered?: boolean
  /** The expected states; by default the current one. */
  from?: readonly StoredState[]
  unchanged_since?: number
  action?: string
  reason?: string
}

/**
 * Makes a result final and visible: the row's state and score, both ledgers and the student's notice, in the caller's
 * transaction. The score ledger gets only the difference to what the task has earned before; throws STATE where the row
 * has moved meanwhile.
 */
export const applyOutcome = async (db: Db, outcome: Outcome): Promise<Enrolment> => {
  const {
    enrolment,
    decision,
    score,
    percent_final,
    actor_id,
    now,
    correction = false,
    from = [enrolment.state],
    action = 'release',
  } = outcome
  const row = await moveEnrolment(db, {
    id: enrolment.id,
    from,
    to: decision === 'pass' ? 'passed' : 'failed',
    set: { score, percent_final, released_at: now, reopened_from: null, excuse_reason: '' },
    action: correction ? 'correct' : action,
    actor_id,
    ...(outcome.reason !== undefined && { reason: outcome.reason }),
    ...(outcome.unchanged_since !== undefined && { unchanged_since: outcome.unchanged_since }),
    now,
  })
  await settleTask(db, { ...outcome, user_id: row.user_id, isFirst: enrolment.released_at === null })
  if (decision === 'pass') await earnForPassing(db, row, outcome)
  await closeAbout(db, aboutEnrolment(row.id), row.user_id)
  await putTodosAway(db, [aboutReminder(row.task_id)], [row.user_id], now)
  await tellResult(db, row, { ...outcome, correction })
  await sayResult(db, row, actor_id)
  return row
}

/** Makes the page of a task that lies open before its student show what staff have released. */
const sayResult = async (
  db: Db,
  { user_id, task_id }: Pick<Enrolment, 'user_id' | 'task_id'>,
  actor_id: number | null,
): Promise<void> => {
  if (actor_id !== null && actor_id !== user_id) await sayChange(db, [user_id], { kind: 'result', task_id })
}

/** Settles the score ledger to the value of the released results of a task; for a daily task the best round counts. */
export const settleTask = async (
  db: Db,
  {
    task,
    user_id,
    isFirst,
    now,
    zone,
  }: { task: Ledgered; user_id: number; isFirst: boolean; now: number; zone: string },
): Promise<void> => {
  const target = async () => scorePoints(task.points, await bestPercent(db, task.id, user_id))
  const kind = isFirst ? 'result' : 'correction'
  await settleScore(db, {
    user_id,
    source_type: 'task',
    source_id: task.id,
    guild_id: task.guild_id,
    target,
    kind,
    memo: task.title,
    now,
    zone,
  })
}

const earnForPassing = async (
  db: Db,
  row: Enrolment,
  { task, now, zone }: Pick<Outcome, 'task' | 'now' | 'zone'>,
): Promise<void> => {
  const source = {
    user_id: row.user_id,
    source_type: 'enrolment',
    source_id: row.id,
    guild_id: row.guild_id,
    now,
    zone,
  }
  await earn(db, { ...source, kind: 'pass', points: passPoints(task) })
  // Must follow the award for passing, which locks this person's totals: of two concurrent rounds the second then sees
  // what the first has earned.
  if ((await wasReturned(db, row.id)) && !(await earnedInOtherRound(db, row, 'improve')))
    await earn(db, { ...source, kind: 'improve' })
}

const tellResult = (
  db: Db,
  row: Enrolment,
  { task, enrolment, decision, score, correction, isEntered, now }: Outcome,
): Promise<void> => {
  const notice = {
    user_id: row.user_id,
    type: 'notice',
    link: taskLink(task),
    about: aboutEnrolment(row.id),
    now,
  } as const
  if (!correction)
    return notify(db, {
      ...notice,
      kind: isEntered ? 'result.entered' : 'result.released',
      data: { task: task.title, decision, score, max: task.max_score },
    })
  return notify(db, {
    ...notice,
    kind: 'result.corrected',
    data: { task: task.title, before: enrolment.score, score, max: task.max_score },
  })
}

export type Return = {
  task: Pick<Task, 'id' | 'guild_id' | 'title'>
  enrolment: Pick<Enrolment, 'id' | 'reopened_from'>
  /** Provisional: seen by the student, written to no ledger. */
  score: number | null
  percent_final: number | null
  mark_count: number
  return_due_at: number
  actor_id: number
  now: number
}

/**
 * Returns a submitted work when its review is released: the date replaces due and close, the percent is provisional.
 */
export const applyReturn = async (db: Db, given: Return): Promise<Enrolment> => {
  const { task, enrolment, score, percent_final, mark_count, return_due_at, actor_id, now } = given
  // A reopened row keeps the earlier result, to which it goes back when its time passes.
  const provisional = earlierOf(enrolment) ? {} : { score, percent_final }
  const row = await moveEnrolment(db, {
    id: enrolment.id,
    from: ['submitted'],
    to: 'returned',
    set: { ...provisional, mark_count, return_due_at },
    action: 'return',
    actor_id,
    now,
  })
  await notify(db, {
    user_id: row.user_id,
    type: 'todo',
    kind: 'submission.returned',
    data: { task: task.title, marks: mark_count, until: iso(return_due_at) },
    link: taskLink(task),
    about: aboutEnrolment(row.id),
    now,
  })
  await sayResult(db, row, actor_id)
  return row
}

/**
 * T9: ends a row whose time is over; returns false while it is not. An expired main task counts 0 until it is excused.
 */
export const endEnrolment = async (
  db: Db,
  task: Task,
  row: Enrolment,
  { now, zone }: { now: number; zone: string },
): Promise<boolean> => {
  const end = endOf(task, row, now)
  if (!end) return false
  const { score, percent_final, updated_at: unchanged_since } = row
  if (end.by === 'provisional') {
    const decision = end.to === 'passed' ? 'pass' : 'fail'
    await applyOutcome(db, {
      task,
      enrolment: row,
      decision,
      score,
      percent_final,
      actor_id: null,
      unchanged_since,
      action: 'expire',
      now,
      zone,
    })
    // A failed row needs no event: the return has already told the student that it is no pass.
    if (decision === 'pass') await leaveEvent(db, 'return.passed', { enrolment_id: row.id }, now)
    return true
  }
  // The date of a return stays: it distinguishes a row that was submitted from one that never was.
  const set = end.by === 'earlier' ? { reopened_from: null, return_due_at: null } : { reopened_from: null }
  await moveEnrolment(db, {
    id: row.id,
    from: [row.state],
    to: end.to,
    set,
    unchanged_since,
    action: 'expire',
    actor_id: null,
    now,
  })
  if (end.by === 'earlier') await leaveEvent(db, 'result.back', { enrolment_id: row.id }, now)
  await closeAbout(db, aboutEnrolment(row.id), row.user_id)
  await putTodosAway(db, [aboutReminder(row.task_id)], [row.user_id], now)
  if (end.by === 'close') {
    const data = { task: task.title, draft: row.draft_saved_at !== null }
    await notify(db, {
      user_id: row.user_id,
      type: 'notice',
      kind: 'task.expired',
      data,
      link: taskLink(task),
      about: aboutEnrolment(row.id),
      now,
    })
  }
  return true
}

/** T10: takes a row out of averages and lists of missing work. Its earned score is taken back; experience stays. */
export const excuseEnrolment = async (
  db: Db,
  task: Ledgered,
  row: Enrolment,
  { actor_id, reason, now, zone }: { actor_id: number; reason: string; now: number; zone: string },
): Promise<Enrolment> => {
  const excused = await moveEnrolment(db, {
    id: row.id,
    from: [row.state],
    to: 'excused',
    set: {
      excuse_reason: reason,
      score: null,
      percent_final: null,
      released_at: null,
      reopened_from: null,
      left_from: null,
    },
    action: 'excuse',
    actor_id,
    reason,
    now,
  })
  if (row.released_at !== null) await settleTask(db, { task, user_id: row.user_id, isFirst: false, now, zone })
  await closeAbout(db, aboutEnrolment(row.id), row.user_id)
  await putTodosAway(db, [aboutReminder(row.task_id)], [row.user_id], now)
  return excused
}
