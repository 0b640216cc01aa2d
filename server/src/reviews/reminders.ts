import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { renewTodo } from '../messages/store.ts'
import { taskLink } from '../tasks/enrolment/outcome.ts'
import { aboutReminder } from '../tasks/enrolment/reminder.ts'
import { datesFor, isOver, type Task } from '../tasks/rules.ts'
import { allMissing, type Missing } from './summary-store.ts'

const own = ({ extended_until, return_due_at }: Missing) => ({
  extended_until: extended_until ?? null,
  return_due_at: return_due_at ?? null,
})

/** Whether a reminder helps: this student can still hand in. */
const canHandIn = (task: Task, row: Missing, now: number): boolean =>
  (row.state === 'doing' || row.state === 'returned' || row.state === null) && !isOver(task, own(row), now)

/** Reminds students who can still hand in and have not, each of their own date; answers how many. A reminder that is there is renewed. */
export const remind = async (db: Db, task: Task, user_ids: readonly number[] | null, now: number): Promise<number> => {
  const rows = (await allMissing(db, task, user_ids)).filter((row) => canHandIn(task, row, now))
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
  return rows.length
}
