import { iso } from '../../db/time.ts'
import type { Db } from '../../db/schema.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { reword } from '../../messages/quotes-store.ts'
import { dropReminders, listReminded } from '../clock/clock-store.ts'
import { latestEnrolments } from '../enrolment-store.ts'
import { datesFor, isOver, type Enrolment, type Task } from '../rules.ts'
import { aboutEnrolment } from './outcome.ts'
import { aboutReminder } from './reminder.ts'

/**
 * Updates staff reminders to the date that now applies to each student; removes them where nothing can be submitted any
 * more. Called when dates of a task or of some of its students have moved, and when it has closed.
 */
export const followReminders = async (db: Db, task: Task, now: number): Promise<void> => {
  const people = await listReminded(db, task.id)
  if (people.length === 0) return
  const rows = await latestEnrolments(db, task.id, people)
  const canHandIn = (user_id: number): boolean => {
    const row = rows.get(user_id)
    return (!row || row.state === 'doing' || row.state === 'returned') && !isOver(task, row ?? null, now)
  }
  const about = aboutReminder(task.id)
  const [still, over] = [people.filter(canHandIn), people.filter((user_id) => !canHandIn(user_id))]
  await putTodosAway(db, [about], over, now)
  for (const [due_at, same] of Map.groupBy(still, (user_id) => datesFor(task, rows.get(user_id) ?? null).due_at))
    await reword(db, 'task.reminded', [about], (data) => ({ ...data, due_at: iso(due_at) }), same)
}

/**
 * Updates everything that some students of a task are asked after they were given other dates: reminders of the clock
 * and of staff, and requests to mend a work.
 */
export const followTime = async (db: Db, task: Task, rows: readonly Enrolment[], now: number): Promise<void> => {
  // These reminders name the earlier date, or one that no longer applies.
  await dropReminders(
    db,
    task.id,
    rows.map(({ user_id }) => user_id),
  )
  await followReminders(db, task, now)
  const toMend = rows.filter(({ state }) => state === 'returned')
  for (const [until, same] of Map.groupBy(toMend, ({ return_due_at }) => return_due_at))
    await reword(
      db,
      'submission.returned',
      same.map(({ id }) => aboutEnrolment(id)),
      (data) => ({ ...data, until: iso(until) }),
    )
}
