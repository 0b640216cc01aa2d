import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { TaskTable } from '../tables.ts'

type Task = Selectable<TaskTable>

/** The dates of a task in every class of its set, or its own where it has no set; tasks in the bin are left out. */
export const classesOf = (db: Db, { id, set_id }: Pick<Task, 'id' | 'set_id'>) => {
  const all = db
    .selectFrom('tasks')
    .select(['id', 'status', 'open_at', 'due_at', 'close_at', 'closed_at', 'late_rule'])
    .where('status', '!=', 'trashed')
  return (set_id === null ? all.where('id', '=', id) : all.where('set_id', '=', set_id)).execute()
}

/** Whether any student of these tasks has their own time after a moment: an extension or a return. */
export const hasOwnTime = async (db: Db, task_ids: readonly number[], after: number): Promise<boolean> =>
  (await db
    .selectFrom('enrolments')
    .select('id')
    .where('task_id', 'in', task_ids)
    .where('state', 'in', ['doing', 'submitted', 'returned', 'aborted'])
    .where((where) => where.or([where('extended_until', '>', after), where('return_due_at', '>', after)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
