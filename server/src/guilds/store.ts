import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import type { Staff } from './rules.ts'
import type { GuildMemberTable, GuildTable } from './tables.ts'

export type MemberStatus = GuildMemberTable['status']
export type Membership = {
  id: number
  role: GuildMemberTable['role']
  status: MemberStatus
  joined_at: number | null
  can_review: boolean
  can_moderate: boolean
  can_admit: boolean
  can_see_grades: boolean
}

/** What admitting and leaving tell the features to the right. */
type Publisher = Pick<Events, 'publish'>

const membershipColumns = [
  'id',
  'role',
  'status',
  'joined_at',
  'can_review',
  'can_moderate',
  'can_admit',
  'can_see_grades',
] as const

// What belongs to staff goes when somebody comes in as a student.
const asStudent = {
  role: 'student',
  title: '',
  can_review: false,
  can_moderate: false,
  can_admit: false,
  can_see_grades: false,
} as const

/** Someone's relation to a guild, whatever its status. */
export const findMembership = (db: Db, guild_id: number, user_id: number): Promise<Membership | undefined> =>
  db
    .selectFrom('guild_members')
    .select(membershipColumns)
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/**
 * Holds a student's membership until the transaction ends: what one student does in a guild at once, in two tabs, is
 * done one after the other. Answers false for whoever is no student member now.
 */
export const holdMembership = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set((to) => ({ status: to.ref('status') }))
    .where((where) => where.and({ guild_id, user_id, role: 'student', status: 'member' }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether someone is in a guild as a student now: not waiting, not gone, not staff. */
export const isActiveStudent = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
  const found = await findMembership(db, guild_id, user_id)
  return found?.status === 'member' && found.role === 'student'
}

const everything = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

/** What someone may do as staff of a guild; null for everybody else and for a guild that is not there. */
export const staffOf = async (db: Db, user_id: number, guild_id: number): Promise<Staff | null> => {
  const found = await db
    .selectFrom('guilds')
    .leftJoin('user_roles', (join) => join.on('user_roles.user_id', '=', user_id).on('user_roles.role', '=', 'admin'))
    .leftJoin('guild_members as gm', (join) =>
      join
        .onRef('gm.guild_id', '=', 'guilds.id')
        .on('gm.user_id', '=', user_id)
        .on('gm.status', '=', 'member')
        .on('gm.role', '!=', 'student'),
    )
    .select([
      'user_roles.role as account_role',
      'gm.role',
      'gm.can_review',
      'gm.can_moderate',
      'gm.can_admit',
      'gm.can_see_grades',
    ])
    .where('guilds.id', '=', guild_id)
    .executeTakeFirst()
  if (found?.account_role === 'admin') return { role: 'admin', ...everything }
  if (found?.role === 'teacher') return { role: 'teacher', ...everything }
  if (found?.role !== 'assistant') return null
  const { can_review, can_moderate, can_admit, can_see_grades } = found
  return {
    role: 'assistant',
    can_review: !!can_review,
    can_moderate: !!can_moderate,
    can_admit: !!can_admit,
    can_see_grades: !!can_see_grades,
  }
}

type Ability = 'can_review' | 'can_moderate' | 'can_admit' | 'can_see_grades'

/** The people to tell when a guild needs its staff: its teachers, and the assistants who have the switch; none of them where it is null. */
export const staffToTell = async (db: Db, guild_id: number, ability: Ability | null): Promise<number[]> => {
  const rows = await db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .where((where) =>
      where.or([
        where('role', '=', 'teacher'),
        ...(ability ? [where.and([where('role', '=', 'assistant'), where(ability, '=', true)])] : []),
      ]),
    )
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** For `where` on `guilds`: public ones, and hidden ones for those who are in them or wait. */
export const visibleTo = (user_id: number): Expression<SqlBool> =>
  sql<SqlBool>`(guilds.visibility = 'public' or exists (select 1 from guild_members as own where own.guild_id = guilds.id and own.user_id = ${user_id} and own.status in ('member', 'pending')))`

const guildColumns = [
  'id',
  'name',
  'hue',
  'glyph',
  'status',
  'join_policy',
  'invite_code',
  'capacity',
  'member_count',
] as const
export type Guild = Pick<Selectable<GuildTable>, (typeof guildColumns)[number]>

/** A guild that a person may know of; a right invite code opens a hidden one too. */
export const findVisibleGuild = (db: Db, id: number, user_id: number, code = ''): Promise<Guild | undefined> =>
  db
    .selectFrom('guilds')
    .select(guildColumns)
    .where('id', '=', id)
    .where((where) =>
      where.or([visibleTo(user_id), where.and([where('invite_code', '=', code), where('invite_code', '!=', '')])]),
    )
    .executeTakeFirst()

/** The guild an invite code belongs to, whatever its state. */
export const findGuildByInvite = (db: Db, code: string): Promise<Guild | undefined> =>
  db
    .selectFrom('guilds')
    .select(guildColumns)
    .where('invite_code', '=', code)
    .where('invite_code', '!=', '')
    .executeTakeFirst()

/** A guild someone is in or has left, with their part in it: also a hidden one. */
export const findOwnGuild = (
  db: Db,
  guild_id: number,
  user_id: number,
): Promise<(Pick<Guild, 'id' | 'name'> & Pick<Membership, 'role' | 'status'>) | undefined> =>
  db
    .selectFrom('guilds')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'guilds.id')
    .select(['guilds.id', 'guilds.name', 'gm.role', 'gm.status'])
    .where('guilds.id', '=', guild_id)
    .where('gm.user_id', '=', user_id)
    .where('gm.status', 'in', ['member', 'left'])
    .executeTakeFirst()

const firstTeacher = compiled<{ guild_id: number }, { nickname: string }>((db, value) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select('users.nickname')
    .where('gm.guild_id', '=', value('guild_id'))
    .where('gm.role', '=', 'teacher')
    .where('gm.status', '=', 'member')
    .orderBy('gm.id')
    .limit(1),
)

/** The nickname of the first teacher of a guild, or empty. */
export const teacherName = async (db: Db, guild_id: number): Promise<string> =>
  (await firstTeacher(db, { guild_id }))[0]?.nickname ?? ''

/** The guilds someone is in now, by name: for selectors. */
export const guildsOf = (db: Db, user_id: number): Promise<Pick<Guild, 'id' | 'name' | 'hue' | 'glyph'>[]> =>
  db
    .selectFrom('guilds')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'guilds.id')
    .select(['guilds.id', 'guilds.name', 'guilds.hue', 'guilds.glyph'])
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where('guilds.status', '=', 'active')
    .orderBy('guilds.name')
    .orderBy('guilds.id')
    .execute()

/** Takes `count` places of a guild, or refuses with FULL. The update also makes those who join at once wait for each other. */
const takePlaces = async (db: Db, guild_id: number, count: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('guilds')
    .set((to) => ({ member_count: to('member_count', '+', count) }))
    .where('id', '=', guild_id)
    .where((where) => where.or([where('capacity', 'is', null), sql<SqlBool>`member_count + ${count} <= capacity`]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw fail('FULL')
}

/**
 * Makes someone a student member, within capacity; refuses with FULL. Answers false where they are in already, as student
 * or staff. Call it in a transaction.
 */
export const admitMember = async (
  db: Db,
  events: Publisher,
  { user_id, ...rest }: { guild_id: number; user_id: number; now: number },
): Promise<boolean> => (await admitMembers(db, events, { user_ids: [user_id], ...rest })).length > 0

/** The same for several, all or none of them; answers who was not in yet. */
export const admitMembers = async (
  db: Db,
  events: Publisher,
  { guild_id, user_ids, now }: { guild_id: number; user_ids: readonly number[]; now: number },
): Promise<number[]> => {
  if (user_ids.length === 0) return []
  const rows = user_ids.map((user_id) => ({
    guild_id,
    user_id,
    ...asStudent,
    status: 'member' as const,
    joined_at: now,
    created_at: now,
  }))
  const admitted = await db
    .insertInto('guild_members')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'user_id'])
        .doUpdateSet({ ...asStudent, status: 'member', joined_at: now })
        .where('guild_members.status', '!=', 'member'),
    )
    .returning('user_id')
    .execute()
  const ids = admitted.map(({ user_id }) => user_id)
  if (ids.length === 0) return ids
  await takePlaces(db, guild_id, ids.length)
  for (const user_id of ids) await events.publish(db, 'guild.joined', { guild_id, user_id })
  return ids
}

/** Puts someone on the waiting list; whoever is in or waits already stays as they are. Answers whether that is new. */
export const askToJoin = async (
  db: Db,
  { guild_id, user_id, message, now }: { guild_id: number; user_id: number; message: string; now: number },
): Promise<boolean> => {
  const row = await db
    .insertInto('guild_members')
    .values({ guild_id, user_id, ...asStudent, status: 'pending', message, joined_at: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'user_id'])
        .doUpdateSet({ ...asStudent, status: 'pending', message, created_at: now })
        .where('guild_members.status', 'not in', ['member', 'pending']),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes back a request to join: nothing is left of it, unless the person was in the guild before. */
export const withdrawRequest = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
  const own = { guild_id, user_id, status: 'pending' } as const
  const { numDeletedRows } = await db
    .deleteFrom('guild_members')
    .where((where) => where.and({ ...own }))
    .where('joined_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return true
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set({ status: 'left' })
    .where((where) => where.and({ ...own }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a student's membership and gives the place back. Answers false where there was none. Call it in a transaction. */
export const endMembership = async (
  db: Db,
  events: Publisher,
  { guild_id, user_id, status }: { guild_id: number; user_id: number; status: 'left' | 'removed' },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set({ status })
    .where((where) => where.and({ guild_id, user_id, role: 'student', status: 'member' }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('guilds')
    .set((to) => ({ member_count: to('member_count', '-', 1) }))
    .where('id', '=', guild_id)
    .execute()
  await events.publish(db, 'guild.left', { guild_id, user_id })
  return true
}

/** Lets those of `user_ids` in, or turns them away, who wait; answers who that was. All or none find a place (FULL). Call it in a transaction. */
export const answerRequests = async (
  db: Db,
  events: Publisher,
  { guild_id, user_ids, admit, now }: { guild_id: number; user_ids: readonly number[]; admit: boolean; now: number },
): Promise<number[]> => {
  const answered = await db
    .updateTable('guild_members')
    .set(admit ? { ...asStudent, status: 'member', joined_at: now } : { status: 'refused' })
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
    .where('status', '=', 'pending')
    .returning('user_id')
    .execute()
  const ids = answered.map(({ user_id }) => user_id)
  if (!admit || ids.length === 0) return ids
  await takePlaces(db, guild_id, ids.length)
  for (const user_id of ids) await events.publish(db, 'guild.joined', { guild_id, user_id })
  return ids
}

export type Waiting = {
  id: number
  user_id: number
  nickname: string
  real_name: string
  message: string
  created_at: number
}

/** Who waits to be let in, oldest first. */
export const listRequests = (db: Db, guild_id: number, request: PageRequest): Promise<Page<Waiting>> =>
  pageOf(
    db,
    db
      .selectFrom('guild_members as gm')
      .innerJoin('users', 'users.id', 'gm.user_id')
      .select(['gm.id', 'gm.user_id', 'users.nickname', 'users.real_name', 'gm.message', 'gm.created_at'])
      .where('gm.guild_id', '=', guild_id)
      .where('gm.status', '=', 'pending'),
    [
      { field: 'created_at', column: 'gm.created_at', direction: 'asc' },
      { field: 'id', column: 'gm.id', direction: 'asc' },
    ],
    request,
  )

/** The name of a guild that is there. */
export const guildName = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('guilds').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
