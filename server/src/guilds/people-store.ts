import { sql } from 'kysely'
import { studentNumber, studentNumberKey, usernameKey } from '../accounts/keys.ts'
import { endSessionsOfRoles, revokeRole } from '../accounts/staff-store.ts'
import { grantRoles, rolesOf } from '../accounts/store.ts'
import { contains } from '../db/contains.ts'
import { pageOf, type PageRequest } from '../db/paging.ts'
import { forgetGuild } from '../messages/staff-box-store.ts'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import type { Actor } from './power-rules.ts'
import { personal } from './power-store.ts'
import { lockGuild, lockGuilds } from './lock-store.ts'
import { endMembership, endMemberships, findMembership } from './store.ts'

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
      'users.avatar_file_id',
      'users.head',
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

export type Candidate = {
  id: number
  may_teach: boolean
  is_staff: boolean
  part: 'student' | 'assistant' | 'teacher' | null
  is_open: boolean
}

/**
 * The accounts that exactly match a 学号 or user name: what each may do anywhere, and its present part in a guild. Two,
 * the number first, where it is the number of one and the name of another.
 */
export const findPeople = async (db: Db, who: string, guild_id: number): Promise<Candidate[]> => {
  const [name, key] = [usernameKey(who.trim()), studentNumberKey(who)]
  const found = await db
    .selectFrom('users')
    .leftJoin('guild_members as gm', (join) =>
      join.onRef('gm.user_id', '=', 'users.id').on('gm.guild_id', '=', guild_id).on('gm.status', '=', 'member'),
    )
    .select(['users.id', 'users.status', 'gm.role as part'])
    .where((where) => where.or([where('username_key', '=', name), where(sql`lower(student_no)`, '=', key)]))
    .orderBy(sql`case when student_no = ${studentNumber(who)} then 0 when lower(student_no) = ${key} then 1 else 2 end`)
    .limit(2)
    .execute()
  return Promise.all(
    found.map(async ({ status, ...person }) => {
      const roles = await rolesOf(db, person.id)
      return {
        ...person,
        is_open: status === 'normal',
        may_teach: roles.includes('teacher') || roles.includes('admin'),
        is_staff: roles.some((role) => role !== 'student'),
      }
    }),
  )
}

/**
 * Whether a user is the only teacher of a guild who can log in. Call it while the guild is locked: of two teachers who
 * remove each other at once, one stays.
 */
export const isLastTeacher = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
  const teachers = await db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select('gm.user_id')
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'teacher')
    .where('users.status', '=', 'normal')
    .limit(2)
    .execute()
  return teachers.length === 1 && teachers[0]?.user_id === user_id
}

/** Ends the role of an assistant who assists in no guild any more, with their sessions on the admin site. */
const endAssistance = async (db: Db, user_id: number, now: number): Promise<void> => {
  const post = await db
    .selectFrom('guild_members')
    .select('id')
    .where('user_id', '=', user_id)
    .where('role', '=', 'assistant')
    .where('status', '=', 'member')
    .limit(1)
    .executeTakeFirst()
  if (post) return
  await revokeRole(db, user_id, 'assistant')
  await endSessionsOfRoles(db, user_id, ['assistant'], now)
}

/**
 * Puts a user among the staff of a guild, or changes their part in it: the role that belongs to the part is granted or
 * revoked. A student gives up their place first.
 */
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
  const row = { ...part, status: 'member' as const, origin: 'staff' as const }
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
  // An assistant needs the role to enter the admin site.
  if (part.role === 'assistant') await grantRoles(db, user_id, ['assistant'])
  else if (before?.role === 'assistant') await endAssistance(db, user_id, now)
}

/**
 * Removes a user from the staff of a guild; false where they are not among it. The role of an assistant ends with their
 * last guild.
 */
export const dropStaff = async (db: Db, guild_id: number, user_id: number, now: number): Promise<boolean> => {
  await lockGuild(db, guild_id)
  const before = await findMembership(db, guild_id, user_id)
  const nothing = { title: '', can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set({ ...nothing, role: 'student', status: 'left' })
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'member')
    .where('role', '!=', 'student')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await forgetGuild(db, [user_id], guild_id)
  if (before?.role === 'assistant') await endAssistance(db, user_id, now)
  return true
}

/**
 * Removes a user from the staff of every guild where they have this part, as `dropStaff` does. Call it in a
 * transaction.
 */
export const dropPosts = async (db: Db, user_id: number, role: 'assistant' | 'teacher', now: number): Promise<void> => {
  const posts = await db
    .selectFrom('guild_members')
    .select('guild_id')
    .where((where) => where.and({ user_id, role, status: 'member' }))
    .orderBy('guild_id')
    .execute()
  await lockGuilds(
    db,
    posts.map(({ guild_id }) => guild_id),
  )
  for (const { guild_id } of posts) await dropStaff(db, guild_id, user_id, now)
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

/** Present or former students of a guild, as its staff see them; found by name, user name or 学号. */
export const listMembers = (
  db: Db,
  viewer: Pick<Actor, 'is_admin'>,
  { guild_id, status = 'member', keyword = '', sort = 'joined' }: MemberFilter,
  page: PageRequest,
) => {
  const [real_name, student_no, username] = [
    personal(viewer, 'gm', 'users.real_name'),
    personal(viewer, 'gm', 'users.student_no'),
    personal(viewer, 'gm', 'users.username'),
  ]
  let found = db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .leftJoin('ledger_totals', 'ledger_totals.user_id', 'gm.user_id')
    .select(['gm.id', 'gm.user_id', 'users.nickname', 'gm.status', 'gm.joined_at'])
    .select(['users.avatar_file_id', 'users.head'])
    .select([
      real_name.as('real_name'),
      student_no.as('student_no'),
      personal(viewer, 'gm', 'users.organization_name').as('organization_name'),
    ])
    .select('users.last_login_at')
    .select([
      sql<number>`coalesce(ledger_totals.experience, 0)`.as('experience'),
      sql<number>`coalesce(users.last_login_at, 0)`.as('seen'),
      sql<string>`lower(case when ${real_name} = '' then users.nickname else ${real_name} end)`.as('name_key'),
    ])
    .where('gm.guild_id', '=', guild_id)
    .where('gm.role', '=', 'student')
    .where('gm.status', '=', status)
  if (keyword.trim() !== '')
    found = found.where((where) =>
      where.or(['users.nickname', real_name, username, student_no].map((text) => contains(db, text, keyword))),
    )
  return pageOf(db, db.selectFrom(found.as('found')).selectAll(), orders[sort], page)
}

/** Removes students from a guild; returns those removed. */
export const removeMembers = (
  db: Db,
  events: Publisher,
  guild_id: number,
  user_ids: readonly number[],
): Promise<number[]> => endMemberships(db, events, { guild_id, user_ids, status: 'removed' })
