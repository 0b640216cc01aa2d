import type { Insertable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { AuditEntryTable } from './tables.ts'

/** Writes what is about to be done; answers the row to close. */
export const openEntry = async (db: Db, entry: Omit<Insertable<AuditEntryTable>, 'id'>): Promise<number> =>
  (await db.insertInto('audit_entries').values(entry).returning('id').executeTakeFirstOrThrow()).id

/** Writes how it went. */
export const closeEntry = async (db: Db, id: number, outcome: string): Promise<void> => {
  await db.updateTable('audit_entries').set({ outcome }).where('id', '=', id).execute()
}

/** Forgets what is older than a moment. */
export const sweepEntries = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('audit_entries').where('at', '<', before).execute()
}
