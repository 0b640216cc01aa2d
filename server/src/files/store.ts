import { sql, type Expression, type Selectable } from 'kysely'
import { isPostgres } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'
import type { FileTable } from './tables.ts'

export type FileRow = Selectable<FileTable>

const inOrder = (ids: readonly number[], rows: readonly FileRow[]): FileRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Finished files by id, in the order asked for; what is missing or unfinished is left out. */
export const readyFiles = async (db: Db, ids: readonly number[]): Promise<FileRow[]> => {
  if (ids.length === 0) return []
  return inOrder(
    ids,
    await db.selectFrom('files').selectAll().where('id', 'in', ids).where('status', '=', 'ready').execute(),
  )
}

/**
 * A person's own finished files, in the order asked for: fewer than asked for means that one is unfinished or someone
 * else's.
 */
export const filesOf = async (db: Db, owner_id: number, ids: readonly number[]): Promise<FileRow[]> =>
  (await readyFiles(db, ids)).filter((row) => row.owner_id === owner_id)

/**
 * The same for one file whose use no foreign key records: locked to the end of the transaction, so that the removal of
 * unused files comes before or after.
 */
export const holdFileOf = async (db: Db, owner_id: number, id: number): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .where('status', '=', 'ready')
    .$if(isPostgres(db), (file) => file.forKeyShare())
    .executeTakeFirst()

/** One file, whatever its state. */
export const findFile = (db: Db, id: number): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

export type NewUpload = Pick<FileRow, 'owner_id' | 'name' | 'size' | 'purpose' | 'upload_id'> & { now: number }

/** Inserts the row of a new upload. */
export const beginFile = async (db: Db, { now, ...upload }: NewUpload): Promise<number> => {
  const { id } = await db
    .insertInto('files')
    .values({ ...upload, status: 'uploading', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The space the smallest file takes: its disk blocks, its row and its part in what is summed up whenever its owner
 * begins the next one. The 2 GB of a student are 65,536 files at most, summed in about 15 ms; at a block of 4 KB they
 * were half a million, and each beginning took 100 ms of everybody's time.
 */
export const leastBytes = 32_768

type Space = {
  /** What is stored or announced; each file counts as at least `leastBytes`. */
  bytes: number
  /** Uploads under way. */
  uploading: number
}

/** The bytes a person has stored or announced, without spoken feedback on the work of others. */
export const spaceOf = async (db: Db, owner_id: number): Promise<Space> => {
  const row = await db
    .selectFrom('files')
    .select([
      sql<number>`cast(coalesce(sum(case when purpose = 'feedback' then 0
        when size < ${sql.lit(leastBytes)} then ${sql.lit(leastBytes)} else size end), 0) as bigint)`.as('bytes'),
      sql<number>`count(case when status = 'uploading' then 1 end)`.as('uploading'),
    ])
    .where('owner_id', '=', owner_id)
    .executeTakeFirstOrThrow()
  return { bytes: Number(row.bytes), uploading: Number(row.uploading) }
}

/** The bytes a person has stored or announced since a moment, whatever for; uploads under way of whenever. */
export const spaceSince = async (db: Db, owner_id: number, since: number): Promise<Space> => {
  const row = await db
    .selectFrom('files')
    .select([
      sql<number>`cast(coalesce(sum(case when created_at <= ${since} then 0
        when size < ${sql.lit(leastBytes)} then ${sql.lit(leastBytes)} else size end), 0) as bigint)`.as('bytes'),
      sql<number>`count(case when status = 'uploading' then 1 end)`.as('uploading'),
    ])
    .where('owner_id', '=', owner_id)
    .executeTakeFirstOrThrow()
  return { bytes: Number(row.bytes), uploading: Number(row.uploading) }
}

export type Finished = Pick<FileRow, 'mime' | 'kind' | 'sha256' | 'pictures'> & { now: number }

/** Turns an upload into a file. Returns false where that was done before, or the upload is gone. */
export const finishFile = async (db: Db, id: number, { now, ...finished }: Finished): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ ...finished, status: 'ready', finished_at: now })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the row of an upload that was given up or refused. */
export const forgetUpload = async (db: Db, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('status', '!=', 'ready')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Removes the row of a file where it is still one of `unused`, else returns false. Waits for transactions that are
 * using it. Throws where a task or a work references it by key.
 */
export const forgetUnused = async (db: Db, id: number, unused: Expression<{ id: number }>): Promise<boolean> => {
  if (isPostgres(db)) await db.selectFrom('files').select('id').where('id', '=', id).forUpdate().execute()
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('id', 'in', sql<number>`(${unused})`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the row of a file; a reference by key from a task or a work makes it throw. */
export const forgetFile = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('files').where('id', '=', id).execute()
}

export type Pictures = Pick<FileRow, 'width' | 'height' | 'thumb_key' | 'public_key' | 'public_size'>

/** Stores what was made of a file for others, or that nothing could be made of it. */
export const setPictures = async (db: Db, id: number, pictures: Pictures | null): Promise<void> => {
  const made = pictures ? { ...pictures, pictures: 'made' as const } : { pictures: 'failed' as const }
  await db.updateTable('files').set(made).where('id', '=', id).where('pictures', '=', 'waiting').execute()
}

/** Stores the form of a voice for others; the same voice may be processed twice. */
export const setSound = async (
  db: Db,
  id: number,
  sound: Pick<FileRow, 'public_key' | 'public_size'>,
): Promise<void> => {
  await db
    .updateTable('files')
    .set({ ...sound, pictures: 'made' })
    .where('id', '=', id)
    .execute()
}

/** Gives files to another owner. */
export const handOver = async (db: Db, ids: readonly number[], owner_id: number): Promise<void> => {
  if (ids.length === 0) return
  await db.updateTable('files').set({ owner_id }).where('id', 'in', ids).execute()
}

/** Files of which something is still to be made for others, oldest first. */
export const waitingPictures = (db: Db, kind: 'picture' | 'recording', limit: number): Promise<FileRow[]> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('pictures', '=', 'waiting')
    .where('status', '=', 'ready')
    .where('kind', kind === 'picture' ? '=' : '!=', 'image')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Uploads that began before a moment and never ended. */
export const abandonedUploads = (db: Db, before: number): Promise<FileRow[]> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('status', '!=', 'ready')
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(500)
    .execute()

/** Uploads under way with an id greater than `after_id`. */
export const uploadsBehind = (db: Db, after_id: number, limit: number): Promise<FileRow[]> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('status', '=', 'uploading')
    .where('id', '>', after_id)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Which of these upload ids are under way. */
export const uploadsAmong = async (db: Db, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'uploading')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of these keys of the file store a row points to. */
export const keysAmong = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('files')
    .select(['upload_id', 'thumb_key', 'public_key'])
    .where((where) => where.or([where('upload_id', 'in', keys), where('upload_id', 'in', keys.map(originalOf))]))
    .execute()
  return new Set(
    rows.flatMap(({ upload_id, thumb_key, public_key }) =>
      [upload_id, thumb_key, public_key].filter((key) => key !== null),
    ),
  )
}

/** The key of the uploaded bytes that a picture's key was made from. */
export const originalOf = (key: string): string => key.replace(/\.(thumb|public)\.\w+$/, '')
