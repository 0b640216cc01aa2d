import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import { compiled, type Value } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import type { Events } from '../events.ts'
import { dropLettersOfGuild } from '../messages/waiting-letters-store.ts'
import { lockGuild } from './lock-store.ts'
import type { GuildMemberTable, GuildTable } from './tables.ts'

export type MemberStatus = GuildMemberTable['status']
export type Origin = GuildMemberTable['origin']
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
export type Publisher = Pick<Events, 'publish'>

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

/** The columns of a student's membership: the fields of staff are reset when somebody comes in as a student. */
export const asStudent = {
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

/** The memberships of several people in a guild. */
export const membershipsOf = async (
  db: Db,
  guild_id: number,
  user_ids: readonly number[],
): Promise<(Membership & { user_id: number })[]> =>
  user_ids.length === 0
    ? []
    : db
        .selectFrom('guild_members')
        .select([...membershipColumns, 'user_id'])
        .where('guild_id', '=', guild_id)
        .where('user_id', 'in', user_ids)
        .execute()

/**
 * Locks a student's membership until the transaction ends, so that concurrent requests of one student in a guild, as
 * from two tabs, run one after the other. Returns false if the person is not a student member now.
 */
export const lockMembership = async (db: Db, guild_id: number, user_id: number): Promise<boolean> => {
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

/** For `where` on `guilds`: public ones, and hidden ones for those who are in them or wait. */
export const visibleTo = (user_id: number): Expression<SqlBool> =>
  sql<SqlBool>`(guilds.visibility = 'public' or exists (select 1 from guild_members as own where own.guild_id = guilds.id and own.user_id = ${user_id} and own.status in ('member', 'pending')))`

const guildColumns = [
  'id',
  'name',
  'hue',
  'glyph',
  'flag',
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

/** A guild, hidden or not, that someone is in or has left, with their role and status in it. */
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

/** The nickname of the first teacher of a guild, as a part of another query. */
export const firstTeacher = (db: Db, guild_id: Value<number>) =>
  db
    .selectFrom('guild_members as leading')
    .innerJoin('users', 'users.id', 'leading.user_id')
    .select('users.nickname')
    .where('leading.guild_id', '=', guild_id)
    .where('leading.role', '=', 'teacher')
    .where('leading.status', '=', 'member')
    .orderBy('leading.id')
    .limit(1)

const teachers = compiled<{ guild_id: number }, { nickname: string }>((db, value) =>
  firstTeacher(db, value('guild_id')),
)

/** The nickname of the first teacher of a guild, or empty. */
export const teacherName = async (db: Db, guild_id: number): Promise<string> =>
  (await teachers(db, { guild_id }))[0]?.nickname ?? ''

/** The guilds someone is in now, by name: for selectors. */
export const guildsOf = (db: Db, user_id: number): Promise<Pick<Guild, 'id' | 'name' | 'hue' | 'glyph' | 'flag'>[]> =>
  db
    .selectFrom('guilds')
    .innerJoin('guild_members as gm', 'gm.guild_id', 'guilds.id')
    .select(['guilds.id', 'guilds.name', 'guilds.hue', 'guilds.glyph', 'guilds.flag'])
    .where('gm.user_id', '=', user_id)
    .where('gm.status', '=', 'member')
    .where('guilds.status', '=', 'active')
    .orderBy('guilds.name')
    .orderBy('guilds.id')
    .execute()

/** Takes `count` places of a guild that the caller has locked, or refuses with FULL. */
export const takePlaces = async (db: Db, guild_id: number, count: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('guilds')
    .set((to) => ({ member_count: to('member_count', '+', count) }))
    .where('id', '=', guild_id)
    .where((where) => where.or([where('capacity', 'is', null), sql<SqlBool>`member_count + ${count} <= capacity`]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw fail('FULL')
}

/**
 * Makes someone a student member, within capacity; refuses with FULL. Returns false if they are a member already, as
 * student or staff. Call it in a transaction.
 */
export const admitMember = async (
  db: Db,
  events: Publisher,
  { user_id, ...rest }: { guild_id: number; user_id: number; origin: Origin; now: number },
): Promise<boolean> => (await admitMembers(db, events, { user_ids: [user_id], ...rest })).length > 0

/** Admits several people, all or none of them; returns those who were not members yet. */
export const admitMembers = async (
  db: Db,
  events: Publisher,
  { guild_id, user_ids, origin, now }: { guild_id: number; user_ids: readonly number[]; origin: Origin; now: number },
): Promise<number[]> => {
  if (user_ids.length === 0) return []
  await lockGuild(db, guild_id)
  const rows = user_ids.map((user_id) => ({
    guild_id,
    user_id,
    ...asStudent,
    status: 'member' as const,
    origin,
    joined_at: now,
    created_at: now,
  }))
  const admitted = await db
    .insertInto('guild_members')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'user_id'])
        .doUpdateSet({ ...asStudent, status: 'member', origin, joined_at: now })
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

/** Changes the origin of a student whom staff put into a guild to `own`, after the student has acted to join it. */
export const makeOwn = async (db: Db, guild_id: number, user_id: number): Promise<void> => {
  await db
    .updateTable('guild_members')
    .set({ origin: 'own' })
    .where((where) => where.and({ guild_id, user_id, role: 'student', status: 'member', origin: 'staff' }))
    .execute()
}

/** `came`: end only memberships with one of these origins. */
type Ending = { guild_id: number; status: 'left' | 'removed'; origin?: Origin; came?: readonly Origin[] }

/** Ends a student's membership and frees the place. Returns false if there was none. Call it in a transaction. */
export const endMembership = async (
  db: Db,
  events: Publisher,
  { user_id, ...rest }: Ending & { user_id: number },
): Promise<boolean> => (await endMemberships(db, events, { user_ids: [user_id], ...rest })).length > 0

/** Ends the memberships of several students in one step; returns those who were members. */
export const endMemberships = async (
  db: Db,
  events: Publisher,
  { guild_id, user_ids, status, origin, came }: Ending & { user_ids: readonly number[] },
): Promise<number[]> => {
  if (user_ids.length === 0) return []
  await lockGuild(db, guild_id)
  const ended = await db
    .updateTable('guild_members')
    .set({ status, ...(origin && { origin }) })
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
    .where((where) => where.and({ role: 'student', status: 'member' }))
    .$if(came !== undefined, (own) => own.where('origin', 'in', came ?? []))
    .returning('user_id')
    .execute()
  if (ended.length === 0) return []
  await db
    .updateTable('guilds')
    .set((to) => ({ member_count: to('member_count', '-', ended.length) }))
    .where('id', '=', guild_id)
    .execute()
  const gone = ended.map(({ user_id }) => user_id)
  for (const user_id of gone) await events.publish(db, 'guild.left', { guild_id, user_id })
  await dropLettersOfGuild(db, gone, guild_id)
  return gone
}

/** The name of an existing guild. */
export const guildName = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('guilds').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
