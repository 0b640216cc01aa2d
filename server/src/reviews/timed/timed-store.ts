import { sql } from 'kysely'
import type { Reason } from '@tongchuang/contract/errors.ts'
import type { Db } from '../../db/schema.ts'
import { isStaffOf } from '../../guilds/scope-store.ts'

type Timed = { task_ids: readonly number[]; release_at: number; follow: boolean; asked_by: number }

/** Schedules the release of some tasks, replacing any earlier time. */
export const setTimed = async (db: Db, { task_ids, ...timed }: Timed): Promise<void> => {
  if (task_ids.length === 0) return
  await db
    .insertInto('timed_releases')
    .values(task_ids.map((task_id) => ({ task_id, ...timed, refused: '' })))
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ ...timed, refused: '' }))
    .execute()
}

/** Cancels timed releases; returns for how many tasks. */
export const dropTimed = async (db: Db, task_ids: readonly number[]): Promise<number> => {
  if (task_ids.length === 0) return 0
  const { numDeletedRows } = await db.deleteFrom('timed_releases').where('task_id', 'in', task_ids).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Cancels the timed release of a task without a set, because timed releases are shown and stopped only with the classes
 * of a set.
 */
export const dropTimedAlone = async (db: Db, task_id: number): Promise<void> => {
  await db
    .deleteFrom('timed_releases')
    .where('task_id', '=', task_id)
    .where('task_id', 'in', db.selectFrom('tasks').select('id').where('set_id', 'is', null))
    .execute()
}

/** 1 where the person who scheduled a release no longer reviews the works of the class, else 0. */
const isLeft = () => {
  const reviews = isStaffOf(sql.ref<number>('tr.asked_by'), 'tasks.guild_id', 'can_review')
  return sql<number>`case when users.status = 'normal' and ${reviews} then 0 else 1 end`.as('is_left')
}

/** The timed releases of these tasks, waiting and failed ones. */
export const timedOf = async (db: Db, task_ids: readonly number[]) => {
  if (task_ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('timed_releases as tr')
    .innerJoin('tasks', 'tasks.id', 'tr.task_id')
    .innerJoin('users', 'users.id', 'tr.asked_by')
    .select(['tr.task_id', 'tr.release_at', 'tr.follow', 'tr.refused'])
    .select(isLeft())
    .where('tr.task_id', 'in', task_ids)
    .execute()
  return new Map(rows.map((row) => [row.task_id, row]))
}

/** Releases whose time has come, oldest first, with whether the person who scheduled each still reviews there. */
export const listDueTimed = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('timed_releases as tr')
    .innerJoin('tasks', 'tasks.id', 'tr.task_id')
    .innerJoin('users', 'users.id', 'tr.asked_by')
    .select(['tr.task_id', 'tr.release_at', 'tr.follow', 'tr.asked_by'])
    .select(isLeft())
    .where('tr.refused', '=', '')
    .where('tr.release_at', '<=', now)
    .orderBy('tr.release_at')
    .orderBy('tr.task_id')
    .limit(limit)
    .execute()

export type DueRelease = Awaited<ReturnType<typeof listDueTimed>>[number]

/** Claims a due release by deleting it; false where it was canceled or postponed in the meantime. */
export const takeTimed = async (db: Db, { task_id, release_at }: DueRelease): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('timed_releases')
    .where('task_id', '=', task_id)
    .where('release_at', '=', release_at)
    .where('refused', '=', '')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records why a release failed at its time; it stays, to be shown and retried. */
export const refuseTimed = async (db: Db, { task_id, release_at }: DueRelease, refused: Reason): Promise<void> => {
  await db
    .updateTable('timed_releases')
    .set({ refused })
    .where('task_id', '=', task_id)
    .where('release_at', '=', release_at)
    .execute()
}
