import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import { studentNumberKey } from '../accounts/keys.ts'
import type { Db } from '../db/schema.ts'
import type { IdentityTable } from './tables.ts'

export type IdentityRow = Selectable<IdentityTable>

/** The identity with this subject at a provider. */
export const findIdentity = (db: Db, provider_id: number, subject: string): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** A person's accounts at all providers. */
export const identitiesOf = (db: Db, user_id: number): Promise<IdentityRow[]> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', user_id).orderBy('provider_id').limit(50).execute()

/** Links an identity to a person; false if either is linked already, including by a concurrent request. */
export const addIdentity = async (db: Db, row: Omit<Insertable<IdentityTable>, 'id' | 'used_at'>): Promise<boolean> => {
  const made = await db
    .insertInto('identities')
    .values({ ...row, used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

type Used = Pick<IdentityRow, 'user_id' | 'provider_id' | 'subject' | 'label' | 'for_staff'>

/**
 * Records a log-in and the current label of the identity. Makes a concurrent removal of the identity wait for this
 * transaction; false if it was removed first, or has been linked for another site since.
 */
export const noteUse = async (
  db: Db,
  { user_id, provider_id, subject, label, for_staff }: Used,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('identities')
    .set({ used_at: now, label })
    .where('user_id', '=', user_id)
    .where('provider_id', '=', provider_id)
    .where('subject', '=', subject)
    .where('for_staff', '=', for_staff)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Removes the identity of a person at a provider; false if there is none. `forStudentsOnly`: not one linked on the
 * admin site.
 */
export const removeIdentity = async (
  db: Db,
  user_id: number,
  provider_id: number,
  { forStudentsOnly = false } = {},
): Promise<boolean> => {
  let own = db.deleteFrom('identities').where('user_id', '=', user_id).where('provider_id', '=', provider_id)
  if (forStudentsOnly) own = own.where('for_staff', '=', false)
  const { numDeletedRows } = await own.executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Removes what was linked by whoever knew the password: not what the school's own number matched or made. Call it with
 * the account locked.
 */
export const removeLinkedByPassword = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('identities').where('user_id', '=', user_id).where('how', 'in', ['owner', 'password']).execute()
}

/** The account with a 学号, in any case and width, with the facts a match depends on. */
export const candidateByNumber = async (
  db: Db,
  student_no: string,
  provider_id: number,
): Promise<{ id: number; roles: RoleKey[]; isOpen: boolean; hasOther: boolean } | null> => {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .leftJoin('identities as i', (join) => join.onRef('i.user_id', '=', 'u.id').on('i.provider_id', '=', provider_id))
    .select(['u.id', 'u.status', 'r.role', 'i.id as identity_id'])
    .where(sql`lower(u.student_no)`, '=', studentNumberKey(student_no))
    .orderBy(sql`case when u.student_no = ${student_no} then 0 else 1 end`)
    .orderBy('u.id')
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    id: first.id,
    roles: rows.flatMap(({ id, role }) => (id === first.id && role ? [role] : [])),
    isOpen: first.status === 'normal',
    hasOther: first.identity_id !== null,
  }
}

/** Removes all identities at a provider. */
export const removeIdentitiesOf = async (db: Db, provider_id: number): Promise<void> => {
  await db.deleteFrom('identities').where('provider_id', '=', provider_id).execute()
}
