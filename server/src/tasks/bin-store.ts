import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isArchived } from '../guilds/status-store.ts'
import type { TaskTable } from './tables.ts'

/** A condition for `where` on a column of task ids: tasks in the bin ask nobody for anything. */
export const isInBin = (task_id: string) =>
  sql<SqlBool>`exists (select 1 from tasks as binned where binned.id = ${sql.ref(task_id)} and binned.status = 'trashed')`

/**
 * Whether nothing can be decided about a task, so that it asks nobody for anything: it is in the bin, or its guild in
 * the archive.
 */
export const rests = async (db: Db, task: { guild_id: number; status: TaskTable['status'] }): Promise<boolean> =>
  task.status === 'trashed' || (await isArchived(db, task.guild_id))

/** The ids of a guild’s tasks that may ask somebody for something: those that are neither drafts nor in the bin. */
export const listAskingIn = async (db: Db, guild_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('status', 'not in', ['draft', 'trashed'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
