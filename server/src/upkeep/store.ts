import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** A file that nothing points to. */
export type Loose = { id: number; upload_id: string; thumb_key: string | null; public_key: string | null }

/** Finished files behind an id that were finished before a moment and that no task, draft, work, person or banner uses. */
export const looseFiles = (db: Db, before: number, after_id: number, limit: number): Promise<Loose[]> =>
  db
    .selectFrom('files')
    .select(['id', 'upload_id', 'thumb_key', 'public_key'])
    .where('status', '=', 'ready')
    .where('finished_at', '<', before)
    .where('id', '>', after_id)
    .where(sql<boolean>`not exists (select 1 from draft_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from submission_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from task_files as used where used.file_id = files.id)`)
    .where(sql<boolean>`not exists (select 1 from tasks as used where used.cover_file_id = files.id)`)
    .where(
      sql<boolean>`not exists (select 1 from users as used where used.id = files.owner_id and used.avatar_file_id = files.id)`,
    )
    .where(sql<boolean>`not exists (select 1 from banners as used where used.image_file_id = files.id)`)
    .orderBy('id')
    .limit(limit)
    .execute()
