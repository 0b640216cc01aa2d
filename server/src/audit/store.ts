import type { Insertable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { AuditEntryTable } from './tables.ts'

/** Records a write before it happens; returns the id of the row to close. */
export const openEntry = async (db: Db, entry: Omit<Insertable<AuditEntryTable>, 'id'>): Promise<number> =>
  (await db.insertInto('audit_entries').values(entry).returning('id').executeTakeFirstOrThrow()).id

/** Records the outcome of a write. */
export const closeEntry = async (db: Db, id: number, outcome: string): Promise<void> => {
  await db.updateTable('audit_entries').set({ outcome }).where('id', '=', id).execute()
}

/** Forgets what is older than a moment. */
export const sweepEntries = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('audit_entries').where('at', '<', before).execute()
}
