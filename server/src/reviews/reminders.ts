import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { renewTodo } from '../messages/store.ts'
import { taskLink } from '../tasks/enrolment/outcome.ts'
import { aboutReminder } from '../tasks/enrolment/reminder.ts'
import { holdUnderWay } from '../tasks/enrolment-store.ts'
import { datesFor, isOver, type Task } from '../tasks/rules.ts'
import { allMissing, type Missing } from './missing-store.ts'

const own = ({ extended_until, return_due_at }: Missing) => ({
  extended_until: extended_until ?? null,
  return_due_at: return_due_at ?? null,
})

/** Whether the student can still submit, so that a reminder is useful. */
const canHandIn = (task: Task, row: Missing, now: number): boolean =>
  (row.state === 'doing' || row.state === 'returned' || row.state === null) && !isOver(task, own(row), now)

type Reminded = { task: Task; guild_name: string; rows: Missing[] }

/**
 * Students who can still submit for a task, or for one class of a set, and have not: each in the one class nearest to
 * them.
 */
export const remindable = async (
  db: Db,
  tasks: readonly Task[],
  user_ids: readonly number[] | null,
  now: number,
): Promise<Reminded[]> => {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const seen = new Set<number>()
  const rows = (await allMissing(db, [...byId.keys()], user_ids)).filter((row) => {
    const task = byId.get(row.task_id)
    if (!task || seen.has(row.user_id) || !canHandIn(task, row, now)) return false
    seen.add(row.user_id)
    return true
  })
  return [...Map.groupBy(rows, ({ task_id }) => task_id)].flatMap(([task_id, of]) => {
    const task = byId.get(task_id)
    return task ? [{ task, guild_name: of[0]?.guild_name ?? '', rows: of }] : []
  })
}

/** The number of reminded students in each class, in the order the classes were given the task. */
export const countsByClass = (reminded: readonly Reminded[]) =>
  reminded
    .map(({ task, guild_name, rows }) => ({
      task_id: task.id,
      guild_id: task.guild_id,
      guild_name,
      people: rows.length,
    }))
    .toSorted((one, other) => one.task_id - other.task_id)

/**
 * The students who are still missing, with their enrolments locked so that a concurrent submission finds the reminder
 * and removes it.
 */
const stillMissing = async (db: Db, missing: readonly Reminded[]): Promise<Reminded[]> => {
  const ids = missing.flatMap(({ rows }) => rows.flatMap(({ enrolment_id }) => enrolment_id ?? []))
  const held = await holdUnderWay(db, ids)
  return missing
    .map(({ rows, ...of }) => ({
      ...of,
      rows: rows.filter((row) => row.enrolment_id === null || held.has(row.enrolment_id)),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Reminds students who can still submit and have not, each with their own date. An existing reminder is renewed. */
export const remind = async (
  db: Db,
  tasks: readonly Task[],
  user_ids: readonly number[] | null,
  now: number,
): Promise<Reminded[]> => {
  const reminded = await stillMissing(db, await remindable(db, tasks, user_ids, now))
  for (const { task, rows } of reminded) {
    const byDate = Map.groupBy(rows, (row) => datesFor(task, own(row)).due_at)
    for (const [due_at, people] of byDate) {
      await renewTodo(db, {
        user_id: people.map(({ user_id }) => user_id),
        kind: 'task.reminded',
        data: { task: task.title, due_at: iso(due_at) },
        link: taskLink(task),
        about: aboutReminder(task.id),
        now,
      })
    }
  }
  return reminded
}
