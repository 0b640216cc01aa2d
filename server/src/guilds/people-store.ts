import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type SqlBool } from 'kysely'
import { usernameKey } from '../accounts/keys.ts'
import { containing } from '../db/containing.ts'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import { admitMember, endMembership, findMembership } from './store.ts'

type Publisher = Pick<Events, 'publish'>
export type Switches = { can_review: boolean; can_moderate: boolean; can_admit: boolean; can_see_grades: boolean }

/** Teachers and assistants of a guild, teachers first. */
export const listStaffOf = (db: Db, guild_id: number) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select([
      'gm.user_id',
      'users.username',
      'users.nickname',
      'gm.role',
      'gm.title',
      'gm.can_review',
      'gm.can_moderate',
      'gm.can_admit',
      'gm.can_see_grades',
    ])
    .select(sql<number>`coalesce(gm.joined_at, gm.created_at)`.as('since'))
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '!=', 'student')
    .orderBy('gm.role', 'desc')
    .orderBy('gm.id')
    .execute()

/** The account a user name or 学号 means, exactly. */
export const findPerson = (db: Db, who: string): Promise<{ id: number; roles: string } | undefined> =>
  db
    .selectFrom('users')
    .select(['users.id'])
    .select(
      sql<string>`coalesce((select max(role) from user_roles where user_roles.user_id = users.id and role in ('teacher', 'admin')), '')`.as(
        'roles',
      ),
    )
    .where((where) =>
      where.or([where('username_key', '=', usernameKey(who.trim())), where('student_no', '=', who.trim())]),
    )
    .where('users.status', '=', 'normal')
    .orderBy(sql`case when username_key = ${usernameKey(who.trim())} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst()

/** Makes changes to the staff of a guild wait for each other: of two teachers who take each other out, the second sees the first. */
export const holdStaff = async (db: Db, guild_id: number): Promise<void> => {
  await db
    .updateTable('guilds')
    .set((to) => ({ member_count: to.ref('member_count') }))
    .where('id', '=', guild_id)
    .execute()
}

/** Whether a guild has a teacher beside this person. */
export const hasOtherTeacher = async (db: Db, guild_id: number, user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('guild_members')
    .select('id')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .where('role', '=', 'teacher')
    .where('user_id', '!=', user_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Puts somebody among the staff of a guild, or changes their part in it. A student gives their place back first. */
export const putStaff = async (
  db: Db,
  events: Publisher,
  {
    guild_id,
    user_id,
    now,
    ...part
  }: { guild_id: number; user_id: number; role: 'assistant' | 'teacher'; title: string; now: number } & Switches,
): Promise<void> => {
  await endMembership(db, events, { guild_id, user_id, status: 'left' })
  const row = { ...part, status: 'member' as const }
  const before = await findMembership(db, guild_id, user_id)
  await db
    .insertInto('guild_members')
    .values({ guild_id, user_id, ...row, joined_at: now, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'user_id'])
        .doUpdateSet({ ...row, ...(before?.status !== 'member' && { joined_at: now }) }),
    )
    .execute()
}

/** Takes somebody out of the staff of a guild; false where they are none of it. */
export const dropStaff = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
  const nothing = { title: '', can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set({ ...nothing, role: 'student', status: 'left' })
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'member')
    .where('role', '!=', 'student')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const orders = {
  joined: [{ field: 'id', column: 'id', direction: 'asc' }],
  name: [
    { field: 'name_key', column: 'name_key', direction: 'asc' },
    { field: 'id', column: 'id', direction: 'asc' },
  ],
  experience: [
    { field: 'experience', column: 'experience', direction: 'desc' },
    { field: 'id', column: 'id', direction: 'asc' },
  ],
  seen: [
    { field: 'seen', column: 'seen', direction: 'asc' },
    { field: 'id', column: 'id', direction: 'asc' },
  ],
} as const

export type MemberFilter = {
  guild_id: number
  status?: 'member' | 'left' | 'removed' | undefined
  keyword?: string | undefined
  sort?: keyof typeof orders | undefined
}

/** Students of a guild, or who was one; found by name, user name or 学号. */
export const listMembers = (
  db: Db,
  { guild_id, status = 'member', keyword = '', sort = 'joined' }: MemberFilter,
  page: PageRequest,
) => {
  let found = db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .leftJoin('ledger_totals', 'ledger_totals.user_id', 'gm.user_id')
    .select([
      'gm.id',
      'gm.user_id',
      'users.nickname',
      'users.real_name',
      'users.student_no',
      'users.organization_name',
      'gm.status',
      'gm.joined_at',
    ])
    .select('users.last_login_at')
    .select([
      sql<number>`coalesce(ledger_totals.experience, 0)`.as('experience'),
      sql<number>`coalesce(users.last_login_at, 0)`.as('seen'),
      sql<string>`lower(case when users.real_name = '' then users.nickname else users.real_name end)`.as('name_key'),
    ])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.role', '=', 'student')
    .where('gm.status', '=', status)
  if (keyword.trim() !== '') {
    const text = containing(keyword)
    found = found.where(
      sql<SqlBool>`(lower(users.nickname) like ${text} escape '\\' or lower(users.real_name) like ${text} escape '\\' or lower(users.username) like ${text} escape '\\' or lower(coalesce(users.student_no, '')) like ${text} escape '\\')`,
    )
  }
  return pageOf(db, db.selectFrom(found.as('found')).selectAll(), orders[sort], page)
}

/** Removes students from a guild; answers who that was. */
export const removeMembers = async (
  db: Db,
  events: Publisher,
  guild_id: number,
  user_ids: readonly number[],
): Promise<number[]> => {
  const removed: number[] = []
  for (const user_id of [...new Set(user_ids)])
    if (await endMembership(db, events, { guild_id, user_id, status: 'removed' })) removed.push(user_id)
  return removed
}

/** Lets students back in who were members once, within capacity; refuses like an absent object where one never was. */
export const restoreMembers = async (
  db: Db,
  events: Publisher,
  guild_id: number,
  user_ids: readonly number[],
  now: number,
): Promise<number[]> => {
  const restored: number[] = []
  for (const user_id of [...new Set(user_ids)]) {
    const was = await findMembership(db, guild_id, user_id)
    if (!was || was.joined_at === null) throw fail('NOT_FOUND')
    if (await admitMember(db, events, { guild_id, user_id, now })) restored.push(user_id)
  }
  return restored
}
