import { iso } from '../../db/time.ts'
import type { Db } from '../../db/schema.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { reword } from '../../messages/quotes-store.ts'
import { listReminded } from '../clock/clock-store.ts'
import { latestEnrolments } from '../enrolment-store.ts'
import { datesFor, isOver, type Task } from '../rules.ts'
import { aboutReminder } from './reminder.ts'

/**
 * Has what staff reminded students of say the date that holds for each of them now; gone where nothing can be handed in any
 * more. Called where dates of a task, or of some of its students, have moved, and where it has closed.
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
