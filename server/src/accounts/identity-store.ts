import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Expression, type Insertable, type SqlBool } from 'kysely'
import type { Dialect } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'
import { emailKey, studentNumber, studentNumberKey } from './keys.ts'
import type { UserTable } from './tables.ts'

/** The fields of a student that only staff write. */
export type Identity = Pick<Insertable<UserTable>, 'real_name' | 'organization_name' | 'gender' | 'email'>

/** Stores what a list says of a student; the nickname and an address the student entered are left unchanged. */
export const setIdentity = async (db: Db, id: number, { email, ...changes }: Partial<Identity>): Promise<void> => {
  if (Object.keys(changes).length > 0) await db.updateTable('users').set(changes).where('id', '=', id).execute()
  if (email === undefined) return
  await db
    .updateTable('users')
    .set({ email, email_key: email === null ? null : emailKey(email), email_given: email !== null })
    .where('id', '=', id)
    .where('email_confirmed', '=', false)
    .where((eb) => eb.or([eb('email', 'is', null), eb('email_given', '=', true)]))
    .execute()
}

/**
 * Makes a confirmed address one that its owner has to confirm again, before which it resets no password and gets no
 * letters; returns it, or null if there was none. Call it with the account locked.
 */
export const unconfirmEmail = async (db: Db, id: number): Promise<string | null> =>
  (
    await db
      .updateTable('users')
      .set({ email_confirmed: false })
      .where('id', '=', id)
      .where('email_confirmed', '=', true)
      .returning('email')
      .executeTakeFirst()
  )?.email ?? null

/** The fields that staff wrote of a student. */
export const identityOf = async (db: Db, id: number): Promise<Required<Identity> | undefined> =>
  db
    .selectFrom('users')
    .select(['real_name', 'organization_name', 'gender', 'email'])
    .where('id', '=', id)
    .executeTakeFirst() as Promise<Required<Identity> | undefined>

/**
 * Deletes an account that nobody has ever logged into and that nothing refers to; otherwise leaves it and returns
 * false. `isKept` is a condition on `users.id`: whether the features to the right still need the account. Call it in a
 * transaction.
 */
export const removeUnused = async (
  db: Db,
  dialect: Dialect,
  id: number,
  isKept: Expression<SqlBool>,
): Promise<boolean> => {
  // The lock waits for any transaction that is writing something for this user, so that the next statement sees the
  // result. On SQLite nobody else writes meanwhile.
  if (dialect === 'postgres') await sql`select id from users where id = ${id} for update`.execute(db)
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('last_login_at', 'is', null)
    .where(({ not }) => not(isKept))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether anybody has ever logged into an account. */
export const hasLoggedIn = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('last_login_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * Sets the 学号 of a user, normalized by `studentNumber`, or removes it; returns false if another user has it, ignoring
 * case.
 */
export const setStudentNo = async (db: Db, id: number, typed: string | null): Promise<boolean> => {
  const student_no = typed === null ? null : studentNumber(typed)
  if (student_no !== null) {
    const other = await db
      .selectFrom('users')
      .select('id')
      .where(sql`lower(student_no)`, '=', studentNumberKey(student_no))
      .where('id', '<>', id)
      .limit(1)
      .executeTakeFirst()
    if (other) return false
  }
  await db.updateTable('users').set({ student_no }).where('id', '=', id).execute()
  return true
}

/**
 * Refuses to open an account whose deletion was approved: it would be erased on its day all the same, while somebody
 * uses it. Call it in a transaction.
 */
export const mustNotBeDeleted = async (db: Db, id: number): Promise<void> => {
  // The row is locked before the check: a concurrent approval is either seen here or closes the account again
  // afterward.
  await db
    .updateTable('users')
    .set((to) => ({ status: to.ref('status') }))
    .where('id', '=', id)
    .execute()
  const approved = await db
    .selectFrom('deletion_requests')
    .select('id')
    .where('user_id', '=', id)
    .where('status', 'in', ['approved', 'erased'])
    .limit(1)
    .executeTakeFirst()
  if (approved) throw fail('DELETION_APPROVED')
}

/** Closes or reopens an account; accounts of staff are left unchanged, they are managed elsewhere. */
export const setDisabled = async (db: Db, id: number, disabled: boolean): Promise<void> => {
  if (!disabled) await mustNotBeDeleted(db, id)
  await db
    .updateTable('users')
    .set({ status: disabled ? 'disabled' : 'normal' })
    .where('id', '=', id)
    .where('id', 'not in', (eb) => eb.selectFrom('user_roles').select('user_id').where('role', '<>', 'student'))
    .execute()
}
