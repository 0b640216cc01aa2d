import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { FileRow } from './store.ts'

/** What is wrong with stored bytes; empty where nothing is. */
export type Damage = FileRow['damage']

/** The bytes a row expects in the store. */
export type Expected = Pick<FileRow, 'id' | 'name' | 'upload_id' | 'size' | 'sha256'>

const expected = (db: Db) =>
  db.selectFrom('files').select(['id', 'name', 'upload_id', 'size', 'sha256']).where('status', '=', 'ready')

/** Files not compared since a given time, the longest waiting first. */
export const filesToCompare = (db: Db, before: number, limit: number): Promise<Expected[]> =>
  expected(db)
    .where('checked_at', '<', before)
    .where('finished_at', '<', before)
    .orderBy('checked_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Files found damaged, compared again in case somebody has restored them. */
export const damagedToCompare = (db: Db, limit: number): Promise<Expected[]> =>
  expected(db).where('damage', '<>', '').orderBy('checked_at').orderBy('id').limit(limit).execute()

/** Finished files with an id greater than `after_id`. */
export const readyBehind = (db: Db, after_id: number, limit: number): Promise<Expected[]> =>
  expected(db).where('id', '>', after_id).orderBy('id').limit(limit).execute()

/** Number of finished files. */
export const countReady = async (db: Db): Promise<number> => {
  const count = sql<number>`cast(count(*) as bigint)`.as('n')
  const { n } = await db.selectFrom('files').select(count).where('status', '=', 'ready').executeTakeFirstOrThrow()
  return Number(n)
}

/** Notes what comparing these files found. */
export const noteCompared = async (
  db: Db,
  found: readonly { id: number; damage: Damage }[],
  now: number,
): Promise<void> => {
  for (const [damage, files] of Map.groupBy(found, (one) => one.damage))
    await db
      .updateTable('files')
      .set({ damage, checked_at: now })
      .where(
        'id',
        'in',
        files.map(({ id }) => id),
      )
      .execute()
}

/** One damaged file: its name, its owner, and its task, if it has one. */
export type DamagedFile = { id: number; name: string; owner: string; task: string | null; damage: Exclude<Damage, ''> }

const taskOf = sql<string | null>`coalesce(
  (select t.title from submission_files as u join submissions as s on s.id = u.submission_id join tasks as t on t.id = s.task_id where u.file_id = f.id order by s.id desc limit 1),
  (select t.title from draft_files as u join enrolments as e on e.id = u.enrolment_id join tasks as t on t.id = e.task_id where u.file_id = f.id order by e.id desc limit 1),
  (select t.title from task_files as u join tasks as t on t.id = u.task_id where u.file_id = f.id order by t.id desc limit 1),
  (select t.title from discussion_files as u join discussions as d on d.id = u.discussion_id join tasks as t on t.id = d.task_id where u.file_id = f.id order by d.id desc limit 1),
  (select t.title from submission_notes as u join tasks as t on t.id = u.task_id where u.file_id = f.id order by u.id desc limit 1),
  (select t.title from tasks as t where t.cover_file_id = f.id order by t.id desc limit 1))`

/** The first damaged files, how many there are, and when any file was last compared. */
export const damagedFiles = async (
  db: Db,
  limit: number,
): Promise<{ total: number; last_at: number | null; list: DamagedFile[] }> => {
  const damaged = db.selectFrom('files as f').where('f.damage', '<>', '')
  const { n } = await damaged.select(sql<number>`cast(count(*) as bigint)`.as('n')).executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('files')
    .select('checked_at')
    .where('checked_at', '>', 0)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const list = await damaged
    .innerJoin('users as u', 'u.id', 'f.owner_id')
    .select(['f.id', 'f.name', 'u.nickname as owner', 'f.damage', taskOf.as('task')])
    .orderBy('f.id')
    .limit(limit)
    .execute()
  return { total: Number(n), last_at: last ? Number(last.checked_at) : null, list: list as DamagedFile[] }
}
