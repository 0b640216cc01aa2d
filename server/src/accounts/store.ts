import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { partOf } from '@tongchuang/contract/records.ts'
import { sql, type ExpressionBuilder, type Insertable, type Selectable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import { emailKey, mobileKey, studentNumber, studentNumberKey, usernameKey } from './keys.ts'
import type { UserTable } from './tables.ts'
import { dropWaiting } from './waiting-passwords.ts'

const columns = [
  'id',
  'username',
  'nickname',
  'password_hash',
  'email',
  'email_confirmed',
  'mobile',
  'avatar_file_id',
  'head',
  'status',
  'must_change_password',
] as const

/** The columns needed to log in and to change a password. */
export type Account = Pick<Selectable<UserTable>, (typeof columns)[number]>

/** The rank of an address that was typed but not confirmed, among the matches of a log-in text. */
const typed = 2

/**
 * The account a log-in text refers to: a user name comes before an e-mail address, a confirmed address before a typed
 * one, those before a mobile number. A number must be confirmed, and so must an address from a list, since it may
 * belong to another person. An address typed by two users matches neither until one confirms it; otherwise the first to
 * type it would lock its owner out.
 */
export const findByLogin = async (db: Db, text: string): Promise<Account | undefined> => {
  const name = usernameKey(text.trim())
  const email = emailKey(text)
  const mobile = mobileKey(text.trim())
  const [found, next] = await db
    .selectFrom('users')
    .select(columns)
    .select((eb) =>
      eb
        .case()
        .when('username_key', '=', name)
        .then(0)
        .when(eb('email_key', '=', email ?? '').and('email_confirmed', '=', true))
        .then(1)
        .when('email_key', '=', email ?? '')
        .then(typed)
        .else(3)
        .end()
        .as('means'),
    )
    .where((eb) =>
      eb.or([
        eb('username_key', '=', name),
        ...(email ? [eb('email_key', '=', email).and('email_given', '=', false)] : []),
        ...(mobile ? [eb('mobile', '=', mobile).and('mobile_confirmed', '=', true)] : []),
      ]),
    )
    .orderBy('means')
    .orderBy('id')
    .limit(2)
    .execute()
  if (!found || (found.means === typed && next?.means === typed)) return undefined
  const { means: _, ...account } = found
  return account
}

/** A person by user name, in any case and width, whose account was made at or after a moment. */
export const findMadeSince = (db: Db, username: string, since: number): Promise<Account | undefined> =>
  db
    .selectFrom('users')
    .select(columns)
    .where('username_key', '=', usernameKey(username))
    .where('created_at', '>=', since)
    .executeTakeFirst()

/** A person by id. */
export const findAccount = (db: Db, id: number): Promise<Account | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()

/** Where letters to a person go: the address they have confirmed, while the account is open; else null. */
export const confirmedAddress = async (db: Db, id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .where('email_confirmed', '=', true)
      .where('status', '=', 'normal')
      .executeTakeFirst()
  )?.email ?? null

/** The user who has confirmed an address. */
export const findByConfirmedEmail = (db: Db, key: string): Promise<Account | undefined> =>
  db
    .selectFrom('users')
    .select(columns)
    .where('email_key', '=', key)
    .where('email_confirmed', '=', true)
    .executeTakeFirst()

/** Whether a user name belongs to somebody, in any case and width. */
export const isTaken = async (db: Db, username: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('username_key', '=', usernameKey(username)).executeTakeFirst()) !==
  undefined

/**
 * The user name for a 学号, ignoring case and width; if two differ only in that, the one that matches exactly as typed.
 */
export const usernameByNumber = async (db: Db, typed: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('username')
      .where(sql`lower(student_no)`, '=', studentNumberKey(typed))
      .orderBy(sql`case when student_no = ${studentNumber(typed)} then 0 else 1 end`)
      .limit(1)
      .executeTakeFirst()
  )?.username

/** The roles a person was granted. */
export const rolesOf = async (db: Db, user_id: number): Promise<RoleKey[]> =>
  (await db.selectFrom('user_roles').select('role').where('user_id', '=', user_id).execute()).map(({ role }) => role)

/** Everybody with a role beside 学生, by name. */
export const listStaff = async (
  db: Db,
): Promise<{ id: number; username: string; nickname: string; status: Account['status']; roles: RoleKey[] }[]> => {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.nickname', 'u.status', 'r.role'])
    .where('u.id', 'in', (eb) => eb.selectFrom('user_roles').select('user_id').where('role', '<>', 'student'))
    .orderBy('u.username_key')
    .execute()
  const people = Map.groupBy(rows, ({ id }) => id).values()
  return [...people].map((own) => ({ ...own[0]!, roles: own.map(({ role }) => role) }))
}

type NewUser = Omit<Insertable<UserTable>, 'username_key' | 'email_key' | 'nickname'> & {
  nickname?: string
  roles: readonly RoleKey[]
}

type Made = { id: number; username: string; nickname: string }

/** Makes a person; null if the user name or the confirmed address belongs to somebody else. */
export const createUser = async (db: Db, user: NewUser): Promise<Made | null> =>
  (await createUsers(db, [user]))[0] ?? null

/** Makes several people at once, all described by the same fields; returns those whose name and address were free. */
export const createUsers = async (db: Db, users: readonly NewUser[]): Promise<Made[]> => {
  if (users.length === 0) return []
  const granted = new Map<string, readonly RoleKey[]>()
  const rows = users.map(({ roles, ...user }) => {
    granted.set(user.username, roles)
    const email_key = user.email ? emailKey(user.email) : null
    return { ...user, nickname: user.nickname ?? user.username, username_key: usernameKey(user.username), email_key }
  })
  const made = await db
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'username', 'nickname'])
    .execute()
  const grants = made.flatMap(({ id, username }) =>
    (granted.get(username) ?? []).map((role) => ({ user_id: id, role })),
  )
  await addRoles(db, grants)
  return made
}

const addRoles = async (db: Db, grants: readonly { user_id: number; role: RoleKey }[]): Promise<void> => {
  if (grants.length === 0) return
  await db
    .insertInto('user_roles')
    .values(grants)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Grants roles; those a person has stay. */
export const grantRoles = (db: Db, user_id: number, roles: readonly RoleKey[]): Promise<void> =>
  addRoles(
    db,
    roles.map((role) => ({ user_id, role })),
  )

/**
 * Sets a password; the caller ends the existing sessions. `mustChange`: staff gave it, and it allows only logging in
 * until its owner replaces it.
 */
export const setPassword = async (db: Db, id: number, password_hash: string, mustChange = false): Promise<void> => {
  await db.updateTable('users').set({ password_hash, must_change_password: mustChange }).where('id', '=', id).execute()
  await dropWaiting(db, [id])
}

/**
 * Condition that no other user has confirmed an address or number: it is a log-in name, so it must belong to one user.
 */
const confirmedByNobodyElse = (
  eb: ExpressionBuilder<Schema, 'users'>,
  id: number,
  confirmed: { email_key: string | null; email_confirmed: true } | { mobile: string | null; mobile_confirmed: true },
) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('users as other')
        .select('other.id')
        .where((other) =>
          other.and(
            Object.entries(confirmed).map(([column, value]) => other(`other.${column as keyof UserTable}`, '=', value)),
          ),
        )
        .where('other.id', '<>', id),
    ),
  )

/** Sets a confirmed address; false if another user has confirmed it. */
export const setEmail = async (db: Db, id: number, email: string): Promise<boolean> => {
  const key = emailKey(email)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email: email.trim(), email_key: key, email_confirmed: true, email_given: false })
    .where('id', '=', id)
    .where((eb) => confirmedByNobodyElse(eb, id, { email_key: key, email_confirmed: true }))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Sets a number that staff have confirmed, or removes it; false if another user's number is the same and confirmed. */
export const setMobile = async (db: Db, id: number, mobile: string | null): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ mobile, mobile_confirmed: mobile !== null })
    .where('id', '=', id)
    .where((eb) => confirmedByNobodyElse(eb, id, { mobile, mobile_confirmed: true }))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export type PersonChanges = Partial<
  Pick<
    Insertable<UserTable>,
    | 'nickname'
    | 'avatar_file_id'
    | 'head'
    | 'gender'
    | 'location'
    | 'location_name'
    | 'introduction'
    | 'personal_website'
    | 'job'
    | 'job_name'
    | 'ranking_visibility'
    | 'locale'
  >
>

/**
 * Changes what a person may change of themselves; fields that are not given stay as they are. False, and nothing is
 * changed, where the introduction is neither the one that was read nor the new one.
 */
export const updatePerson = async (
  db: Db,
  id: number,
  changes: PersonChanges,
  introduction_was?: string,
): Promise<boolean> => {
  const given = partOf(changes, (_, value) => value !== undefined)
  if (Object.keys(given).length === 0) return true
  // A form sends every field: a nickname given by a list counts as chosen only once it differs.
  const { nickname } = given
  const own = nickname === undefined ? {} : { nickname_given: sql<boolean>`nickname_given and nickname = ${nickname}` }
  const { introduction } = given
  let changing = db
    .updateTable('users')
    .set({ ...given, ...own })
    .where('id', '=', id)
  if (introduction !== undefined && introduction_was !== undefined)
    changing = changing.where('introduction', 'in', [introduction_was, introduction])
  const { numUpdatedRows } = await changing.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Opens or closes an account. */
export const setStatus = async (db: Db, id: number, status: Account['status']): Promise<void> => {
  await db.updateTable('users').set({ status }).where('id', '=', id).execute()
}

/** The ids of all administrators. */
export const administrators = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').orderBy('user_id').execute()).map(
    ({ user_id }) => user_id,
  )
