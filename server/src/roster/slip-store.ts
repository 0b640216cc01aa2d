import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'

/** Initial passwords of those who have not logged in yet and are in the reader’s charge still. */
export const slipRows = (db: Db, import_id: number, reader: Actor) =>
  db
    .selectFrom('roster_rows as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.student_no', 'r.real_name', 'r.class_name', 'u.username', 'r.password'])
    .where('r.import_id', '=', import_id)
    .where('r.password', 'is not', null)
    .where('u.must_change_password', '=', true)
    .where('u.last_login_at', 'is', null)
    .where(inChargeOf(reader, 'u.id'))
    .orderBy('r.line')
    .execute()

export const hasSlips = async (db: Db, import_id: number): Promise<boolean> =>
  (await db
    .selectFrom('roster_rows')
    .select('line')
    .where('import_id', '=', import_id)
    .where('password', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Forgets the initial passwords of imports applied before a moment. */
export const forgetPasswords = async (db: Db, before: number): Promise<void> => {
  await db
    .updateTable('roster_rows')
    .set({ password: null })
    .where('password', 'is not', null)
    .where('import_id', 'in', (eb) => eb.selectFrom('roster_imports').select('id').where('applied_at', '<', before))
    .execute()
}
