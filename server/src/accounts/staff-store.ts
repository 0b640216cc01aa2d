import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { contains } from '../db/contains.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { grantRoles, rolesOf } from './store.ts'

type StaffKey = Exclude<RoleKey, 'student'>
export type StaffPerson = {
  id: number
  username: string
  nickname: string
  real_name: string
  disabled: boolean
  second_factor: boolean
  last_login_at: number | null
}

/**
 * One page of the staff by user name; with a keyword also other users whose name contains it. The roles come in a
 * second query.
 */
export const pageOfStaff = async (
  db: Db,
  request: PageRequest & { keyword?: string; role?: StaffKey },
): Promise<Page<StaffPerson & { roles: RoleKey[] }>> => {
  const { keyword, role } = request
  let rows = db
    .selectFrom('users as u')
    .leftJoin('second_factors as f', (join) =>
      join.onRef('f.user_id', '=', 'u.id').on('f.confirmed_at', 'is not', null),
    )
    .select([
      'u.id',
      'u.username',
      'u.username_key',
      'u.nickname',
      'u.real_name',
      'u.status',
      'u.last_login_at',
      'f.confirmed_at',
    ])
  if (role !== undefined || keyword === undefined)
    rows = rows.where('u.id', 'in', (eb) => {
      const granted = eb.selectFrom('user_roles').select('user_id')
      return role === undefined ? granted.where('role', '<>', 'student') : granted.where('role', '=', role)
    })
  if (keyword !== undefined)
    rows = rows.where((where) =>
      where.or(['u.username_key', 'u.nickname', 'u.real_name'].map((column) => contains(db, column, keyword))),
    )
  const found = await pageOf(
    db,
    rows,
    [
      { field: 'username_key', column: 'u.username_key', direction: 'asc' },
      { field: 'id', column: 'u.id', direction: 'asc' },
    ],
    request,
  )
  const ids = found.list.map(({ id }) => id)
  const roles =
    ids.length === 0
      ? []
      : await db.selectFrom('user_roles').select(['user_id', 'role']).where('user_id', 'in', ids).execute()
  const list = found.list.map(({ status, confirmed_at, username_key: _key, ...person }) => ({
    ...person,
    disabled: status !== 'normal',
    second_factor: confirmed_at !== null,
    roles: roles.filter(({ user_id }) => user_id === person.id).map(({ role }) => role),
  }))
  return { ...found, list }
}

/** Serializes changes to administrators: of two requests that would remove the last two, the second sees the first. */
export const lockAdmins = async (db: Db): Promise<void> => {
  await db.updateTable('user_roles').set({ role: 'admin' }).where('role', '=', 'admin').execute()
}

/** Whether any administrator can log in. */
export const hasWorkingAdmin = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('u.id')
    .where('r.role', '=', 'admin')
    .where('u.status', '=', 'normal')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Grants and revokes staff roles of a user; 学生 stays unchanged. Returns the revoked roles. */
export const replaceStaffRoles = async (db: Db, user_id: number, roles: readonly StaffKey[]): Promise<RoleKey[]> => {
  const gone = (await rolesOf(db, user_id)).filter((role) => role !== 'student' && !roles.includes(role))
  if (gone.length > 0)
    await db.deleteFrom('user_roles').where('user_id', '=', user_id).where('role', 'in', gone).execute()
  await grantRoles(db, user_id, roles)
  return gone
}

/**
 * Whether a user may teach. Locks the role, so that taking it back waits for the caller's transaction and then finds
 * the post that was given in it.
 */
export const holdMayTeach = async (db: Db, user_id: number): Promise<boolean> => {
  // One role is enough, and the rows of administrators are locked by others for longer.
  for (const role of ['teacher', 'admin'] as const) {
    const { numUpdatedRows } = await db
      .updateTable('user_roles')
      .set({ role })
      .where('user_id', '=', user_id)
      .where('role', '=', role)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return true
  }
  return false
}

/** Takes one role back. */
export const revokeRole = async (db: Db, user_id: number, role: StaffKey): Promise<void> => {
  await db.deleteFrom('user_roles').where('user_id', '=', user_id).where('role', '=', role).execute()
}

/** Closes an account or opens it again. */
export const setStatus = async (db: Db, user_id: number, status: 'normal' | 'disabled'): Promise<void> => {
  await db.updateTable('users').set({ status }).where('id', '=', user_id).execute()
}

/** Ends the admin sessions of a person that act in certain roles. */
export const endSessionsOfRoles = async (
  db: Db,
  user_id: number,
  roles: readonly RoleKey[],
  now: number,
): Promise<void> => {
  if (roles.length === 0) return
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: 'staff' })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('role', 'in', roles)
    .execute()
}
