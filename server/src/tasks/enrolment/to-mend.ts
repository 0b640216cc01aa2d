import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { notifyEach } from '../../messages/store.ts'
import { aboutEnrolment, taskLink } from './outcome.ts'
import type { Task } from '../rules.ts'
import { listToMend } from './to-mend-store.ts'

type AskedTask = Pick<Task, 'id' | 'guild_id' | 'title'>
type Row = { id: number; user_id: number; mark_count: number; return_due_at: number | null }

/** What a student is asked about a returned work; `return_due_at` in milliseconds since 1970. */
export const mendNotice = (task: AskedTask, { id, user_id, mark_count, return_due_at }: Row) => ({
  user_id,
  data: { task: task.title, marks: mark_count, until: iso(return_due_at) },
  link: taskLink(task),
  about: aboutEnrolment(id),
})

type Given = {
  task: AskedTask
  /** One row; all of the task where it is left out. */
  enrolment_id?: number
  /**
   * Whether the student caused it by an act of their own: the request is then read from the start, and no letter is
   * sent.
   */
  isKnown?: boolean
  now: number
}

/**
 * Asks students again to mend the returned works for which they have time. The caller has removed the earlier requests.
 */
export const askToMend = async (db: Db, { task, enrolment_id, isKnown = false, now }: Given): Promise<void> => {
  const rows = await listToMend(db, { task_id: task.id, enrolment_id }, now)
  const told = rows.map((row) => mendNotice(task, row))
  await notifyEach(db, { type: 'todo', kind: 'submission.returned', isKnown, now }, told)
}
