import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Stores the owner of bytes that go into the trash. */
export const noteTrashed = async (db: Db, keys: readonly string[], owner_id: number, at: number): Promise<void> => {
  if (keys.length === 0) return
  await db
    .insertInto('trashed_files')
    .values(keys.map((key) => ({ key, owner_id, at })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ owner_id, at }))
    .execute()
}

/** Forgets the owners of keys that are no longer in the trash. */
export const forgetTrashed = async (db: Db, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0) await db.deleteFrom('trashed_files').where('key', 'in', keys).execute()
}

/** Keys in the trash that belonged to somebody whose account is erased. */
export const trashOfErased = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('trashed_files')
    .select('key')
    .where(
      sql<boolean>`exists (select 1 from deletion_requests as d where d.user_id = trashed_files.owner_id and d.status = 'erased')`,
    )
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}
