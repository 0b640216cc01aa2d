import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** A file that nothing points to. */
export type Loose = {
  id: number
  owner_id: number
  upload_id: string
  thumb_key: string | null
  public_key: string | null
}

const isErased = sql<boolean>`exists (select 1 from deletion_requests as d where d.user_id = files.owner_id and d.status = 'erased')`

/** Finished files that no task, draft, work, mark, voice, note, person, discussion or banner uses. */
const unused = (db: Db) =>
  db
    .selectFrom('files')
    .where('status', '=', 'ready')
    .where(sql<boolean>`not exists (select 1 from draft_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from submission_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from area_marks as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from voices as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from submission_notes as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from task_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from discussion_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from tasks as used where used.cover_file_id = files.id)`)
    .where(
      sql<boolean>`not exists (select 1 from users as used where used.id = files.owner_id and used.avatar_file_id = files.id)`,
    )
    .where(sql<boolean>`not exists (select 1 from banners as used where used.image_file_id = files.id)`)

/** Unused files finished before a moment, with ids above `after_id`; files of erased people are listed separately. */
export const looseFiles = (db: Db, before: number, after_id: number, limit: number): Promise<Loose[]> =>
  unused(db)
    .select(['id', 'owner_id', 'upload_id', 'thumb_key', 'public_key'])
    .where('finished_at', '<', before)
    .where('id', '>', after_id)
    .where(sql<boolean>`not ${isErased}`)
    .orderBy('id')
    .limit(limit)
    .execute()

/** An unused file by its id, as a subquery. */
export const unusedFile = (db: Db, id: number) => unused(db).select('id').where('id', '=', id)

/** Counts of unused files and of all finished files. */
export const countLoose = async (db: Db, before: number): Promise<{ wanted: number; total: number }> => {
  const counted = sql<number>`cast(count(*) as bigint)`.as('n')
  const loose = await unused(db)
    .select(counted)
    .where('finished_at', '<', before)
    .where(sql<boolean>`not ${isErased}`)
    .executeTakeFirstOrThrow()
  const all = await db.selectFrom('files').select(counted).where('status', '=', 'ready').executeTakeFirstOrThrow()
  return { wanted: Number(loose.n), total: Number(all.n) }
}

/** What people whose account is erased have left, whatever its age. */
export const filesOfErased = (db: Db, after_id: number, limit: number): Promise<Loose[]> =>
  unused(db)
    .select(['id', 'owner_id', 'upload_id', 'thumb_key', 'public_key'])
    .where('id', '>', after_id)
    .where(isErased)
    .orderBy('id')
    .limit(limit)
    .execute()
