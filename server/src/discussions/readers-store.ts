import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { isPublished } from '../tasks/store.ts'

/**
 * Those of these people who may read the discussion of a task now: its members as `visibleTask` has it, and the guild's
 * staff. Who has left the guild, or whose account is closed, is not among them.
 */
export const readersAmong = async (db: Db, task_id: number, user_ids: readonly number[]): Promise<number[]> => {
  if (user_ids.length === 0) return []
  const person = sql.ref<number>('u.id')
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('users as u', (join) => join.on('u.id', 'in', user_ids))
    .leftJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'tasks.guild_id').onRef('gm.user_id', '=', 'u.id').on('gm.status', '=', 'member'),
    )
    .select('u.id as user_id')
    .where('tasks.id', '=', task_id)
    .where('u.status', '=', 'normal')
    .where((where) =>
      where.or([where.and([where('gm.id', 'is not', null), isPublished(person)]), isStaffOf(person, 'tasks.guild_id')]),
    )
    .orderBy('u.id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
