import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { inChargeOf } from '../guilds/power-store.ts'
import { isStudent } from './student-role-store.ts'

/** Initial passwords of users who have not logged in yet and whom the reader is still in charge of. */
export const slipRows = (db: Db, import_id: number, reader: Actor) =>
  db
    .selectFrom('roster_rows as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('roster_imports as i', 'i.id', 'r.import_id')
    .select(['r.student_no', 'r.real_name', 'r.class_name', 'u.username', 'r.password'])
    .where('r.import_id', '=', import_id)
    .where('r.password', 'is not', null)
    .where('u.must_change_password', '=', true)
    // A user with a renewed password may have logged in before it.
    .where((eb) => eb.or([eb('u.last_login_at', 'is', null), eb('u.last_login_at', '<', eb.ref('i.created_at'))]))
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

/** Deletes the initial passwords of imports applied before a given time. */
export const forgetPasswords = async (db: Db, before: number): Promise<void> => {
  await db
    .updateTable('roster_rows')
    .set({ password: null })
    .where('password', 'is not', null)
    .where('import_id', 'in', (eb) => eb.selectFrom('roster_imports').select('id').where('applied_at', '<', before))
    .execute()
}

type SlipPerson = { id: number; student_no: string | null; real_name: string; nickname: string; class_name: string }

/** The students among these users whom a member of staff is in charge of. */
export const slipPeople = (db: Db, user_ids: readonly number[], staff: Actor): Promise<SlipPerson[]> =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.student_no', 'u.real_name', 'u.nickname', 'u.organization_name as class_name'])
    .where('u.id', 'in', user_ids)
    .where('u.status', '=', 'normal')
    .where(isStudent('u.id'))
    .where(inChargeOf(staff, 'u.id'))
    .orderBy('u.organization_name')
    .orderBy('u.username_key')
    .execute()

/**
 * Removes the passwords from the slips of some users; with `before` only from those of imports applied before that
 * time.
 */
export const dropSlips = async (db: Db, user_ids: readonly number[], before?: number): Promise<void> => {
  const some = db
    .updateTable('roster_rows')
    .set({ password: null })
    .where('user_id', 'in', user_ids)
    .where('password', 'is not', null)
  const older =
    before === undefined
      ? some
      : some.where('import_id', 'in', (eb) =>
          eb.selectFrom('roster_imports').select('id').where('applied_at', '<', before),
        )
  await older.execute()
}

/** Stores new slips as the rows of an import of their own. */
export const insertSlips = async (
  db: Db,
  import_id: number,
  slips: readonly { person: SlipPerson; closed: string }[],
): Promise<void> => {
  const rows = slips.map(({ person, closed }, at) => ({
    ...{ import_id, line: at + 1, place: at + 1, cells: '[]', status: 'same' as const, is_done: true },
    ...{ student_no: person.student_no ?? '', real_name: person.real_name || person.nickname },
    ...{ class_name: person.class_name, user_id: person.id, password: closed },
  }))
  await db.insertInto('roster_rows').values(rows).execute()
}
