import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { isPublished } from '../tasks/store.ts'
import type { Reader } from './store.ts'

/** A reader with the site they read on: students on the student site, staff of the guild on the admin site. */
export type ReaderSomewhere = Reader & { site: 'student' | 'staff' }

/**
 * Those of the given users who may read the discussion of a task now: members who pass `visibleTask`, and the guild's
 * staff. Former members and closed accounts are left out. Each comes with how much they see, as in `Reader`, and on
 * which site.
 */
export const readersAmong = async (
  db: Db,
  task_id: number,
  user_ids: readonly number[],
): Promise<ReaderSomewhere[]> => {
  if (user_ids.length === 0) return []
  const person = sql.ref<number>('u.id')
  return db
    .selectFrom('tasks')
    .innerJoin('users as u', (join) => join.on('u.id', 'in', user_ids))
    .leftJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'tasks.guild_id').onRef('gm.user_id', '=', 'u.id').on('gm.status', '=', 'member'),
    )
    .select('u.id as user_id')
    .select(sql<ReaderSomewhere['site']>`case when gm.role = 'student' then 'student' else 'staff' end`.as('site'))
    .select(
      sql<
        Reader['sees']
      >`case when tasks.post_first and gm.role = 'student' and not exists (select 1 from discussions as own
        where own.user_id = u.id and own.task_id = tasks.id and own.deleted_at is null) then 'own' else 'all' end`.as(
        'sees',
      ),
    )
    .where('tasks.id', '=', task_id)
    .where('u.status', '=', 'normal')
    .where((where) =>
      where.or([where.and([where('gm.id', 'is not', null), isPublished(person)]), isStaffOf(person, 'tasks.guild_id')]),
    )
    .orderBy('u.id')
    .execute()
}
