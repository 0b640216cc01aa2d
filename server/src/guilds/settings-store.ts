import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { pinyinOf, pinyinPattern } from '../db/pinyin.ts'
import { contains } from '../db/contains.ts'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { isLeadOf, isStaffOf } from './scope-store.ts'
import type { Events } from '../events.ts'
import type { Actor } from './power-rules.ts'
import { inChargeOf } from './power-store.ts'
import { newInviteCode } from './invite-code.ts'
import type { GuildTable } from './tables.ts'

type Publisher = Pick<Events, 'publish'>
export type GuildDetail = Selectable<GuildTable> & { category: string | null; pending_count: number }

const pendingIn = sql<number>`(select count(*) from guild_members as waiting where waiting.guild_id = guilds.id and waiting.status = 'pending')`

const withCount = <T extends { pending_count: number }>(row: T): T => ({
  ...row,
  pending_count: Number(row.pending_count),
})

/** A guild with everything its staff see of it. */
export const findGuildDetail = async (db: Db, id: number): Promise<GuildDetail | undefined> => {
  const row = await db
    .selectFrom('guilds')
    .leftJoin('guild_categories as gc', 'gc.id', 'guilds.category_id')
    .selectAll('guilds')
    .select(['gc.name as category', pendingIn.as('pending_count')])
    .where('guilds.id', '=', id)
    .executeTakeFirst()
  return row && withCount(row)
}

// Active guilds before archived ones, then newest first.
const byStatus = [
  { field: 'status', column: 'guilds.status', direction: 'asc' },
  { field: 'id', column: 'guilds.id', direction: 'desc' },
] as const

/**
 * The guilds somebody is staff of, or with `leads` those they lead: active ones before archived ones, then newest
 * first. Administrators see all.
 */
export const listLedGuilds = async (
  db: Db,
  {
    user_id,
    status,
    keyword = '',
    leads = false,
  }: {
    user_id: number
    status?: 'active' | 'archived' | undefined
    keyword?: string | undefined
    leads?: boolean | undefined
  },
  page: PageRequest,
) => {
  let guilds = db
    .selectFrom('guilds')
    .leftJoin('guild_categories as gc', 'gc.id', 'guilds.category_id')
    .select([
      'guilds.id',
      'guilds.name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      'gc.name as category',
      'guilds.status',
      'guilds.join_policy',
    ])
    .select(['guilds.member_count', 'guilds.capacity', 'guilds.demo', pendingIn.as('pending_count')])
    .where(leads ? isLeadOf(user_id, 'guilds.id') : isStaffOf(user_id, 'guilds.id'))
  if (status) guilds = guilds.where('guilds.status', '=', status)
  if (keyword.trim() !== '') {
    const sounds = pinyinPattern(keyword)
    guilds = guilds.where(
      sql<SqlBool>`(${contains(db, 'guilds.name', keyword)} ${sounds === null ? sql`` : sql`or guilds.name_pinyin like ${sounds}`})`,
    )
  }
  const found = await pageOf(db, guilds, byStatus, page)
  return { ...found, list: found.list.map(withCount) }
}

type NewGuild = Omit<Insertable<GuildTable>, 'name_pinyin' | 'created_at' | 'capacity'> & { now: number }

/** Makes a guild; undefined where another one has its invite code. */
export const insertGuildOnce = async (db: Db, { now, ...guild }: NewGuild): Promise<number | undefined> => {
  const made = await db
    .insertInto('guilds')
    .values({ capacity: null, ...guild, name_pinyin: await pinyinOf(guild.name), created_at: now })
    .onConflict((conflict) => conflict.column('invite_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Makes a guild with an invite code of its own. */
export const insertGuild = async (db: Db, guild: Omit<NewGuild, 'invite_code'>): Promise<number> => {
  const made = await insertGuildOnce(db, { ...guild, invite_code: newInviteCode() })
  // Another guild has this one of a million million codes: the next try gets another.
  if (made === undefined) throw fail('BUSY')
  return made
}

/**
 * Saves the settings of a guild, provided that nobody has saved since the version the change is based on and that the
 * new capacity holds all its members. Returns false otherwise.
 */
export const saveGuild = async (
  db: Db,
  id: number,
  base_version: number,
  set: Updateable<GuildTable>,
): Promise<boolean> => {
  const named = set.name !== undefined && { name_pinyin: await pinyinOf(set.name) }
  const { numUpdatedRows } = await db
    .updateTable('guilds')
    .set((to) => ({ ...set, ...named, edit_version: to('edit_version', '+', 1) }))
    .where('id', '=', id)
    .where('edit_version', '=', base_version)
    .$if(typeof set.capacity === 'number', (saving) => saving.where('member_count', '<=', Number(set.capacity)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Room = { atLeast: number } | { from: number; to: number }

/**
 * Raises the capacity of a guild, or restores the old one if nobody has changed it since. Returns the previous
 * capacity, or null if nothing changed.
 */
export const changeCapacity = async (db: Db, id: number, room: Room): Promise<number | null> => {
  const { capacity } = await db.selectFrom('guilds').select('capacity').where('id', '=', id).executeTakeFirstOrThrow()
  const [holds, next] =
    'atLeast' in room ? [capacity !== null && capacity < room.atLeast, room.atLeast] : [capacity === room.from, room.to]
  if (capacity === null || !holds) return null
  await db
    .updateTable('guilds')
    .set((to) => ({ capacity: next, edit_version: to('edit_version', '+', 1) }))
    .where('id', '=', id)
    .where('member_count', '<=', next)
    .execute()
  return capacity
}

/** Deletes a guild with all rows that depend on it; only for a guild in which nothing has happened. */
export const removeGuild = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('guilds').where('id', '=', id).execute()
}

/** Gives a guild another invite code. */
export const changeInviteCode = async (db: Db, id: number): Promise<string> => {
  const invite_code = newInviteCode()
  await db.updateTable('guilds').set({ invite_code }).where('id', '=', id).execute()
  return invite_code
}

/**
 * Archives a guild, or takes it out of the archive, in the caller's transaction; publishes an event if its status
 * changes.
 */
export const setGuildStatus = async (
  db: Db,
  events: Pick<Events, 'publish'>,
  id: number,
  status: 'active' | 'archived',
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('guilds')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await events.publish(db, 'guild.put_away', { guild_id: id })
}

/** The guild that has an invite code. */
export const guildWithCode = async (db: Db, invite_code: string): Promise<number | undefined> =>
  (await db.selectFrom('guilds').select('id').where('invite_code', '=', invite_code).executeTakeFirst())?.id

/** Copies the settings of a guild into a new one, with a code of its own and nobody in it. */
export const copyGuildRow = async (
  db: Db,
  from: number,
  { now, name, ...look }: { now: number; name: string; invite_code: string; glyph?: string; flag?: string },
): Promise<number> => {
  const { id: _, ...settings } = await db
    .selectFrom('guilds')
    .selectAll()
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  const fresh = {
    name,
    name_pinyin: await pinyinOf(name),
    status: 'active',
    member_count: 0,
    edit_version: 0,
    demo: false,
    created_at: now,
  } as const
  const { id } = await db
    .insertInto('guilds')
    .values({ ...settings, ...fresh, ...look })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

// Thirteen values a row, and SQLite takes 32,766 in a statement.
const atOnce = 2_000

/**
 * Copies the staff or the students of a guild into another and returns how many. The origin of a member is copied only
 * for people the copier is in charge of; the others get `staff`.
 */
export const copyMembers = async (
  db: Db,
  events: Publisher,
  { from, to, who, by, now }: { from: number; to: number; who: 'staff' | 'students'; by: Actor; now: number },
): Promise<number> => {
  // Locks these rows, so that an account the school takes over meanwhile is changed after this, in the copy too.
  await db
    .updateTable('guild_members')
    .set((to) => ({ origin: to.ref('origin') }))
    .where('guild_id', '=', from)
    .where('origin', '=', 'made_here')
    .execute()
  const rows = await db
    .selectFrom('guild_members')
    .select([
      'user_id',
      'role',
      'status',
      'origin',
      'title',
      'can_review',
      'can_moderate',
      'can_admit',
      'can_see_grades',
    ])
    .select(sql<number>`case when ${inChargeOf(by, 'guild_members.user_id')} then 1 else 0 end`.as('in_charge'))
    .where('guild_id', '=', from)
    .where('status', '=', 'member')
    .where('role', who === 'staff' ? '!=' : '=', 'student')
    .execute()
  for (let at = 0; at < rows.length; at += atOnce)
    await db
      .insertInto('guild_members')
      .values(
        rows.slice(at, at + atOnce).map(({ in_charge, origin, ...row }) => ({
          ...row,
          origin: in_charge ? origin : ('staff' as const),
          guild_id: to,
          joined_at: now,
          created_at: now,
        })),
      )
      .execute()
  if (who === 'staff' || rows.length === 0) return rows.length
  await db.updateTable('guilds').set({ member_count: rows.length }).where('id', '=', to).execute()
  for (const { user_id } of rows) await events.publish(db, 'guild.joined', { guild_id: to, user_id })
  return rows.length
}

/** How many students and staff a guild has. */
export const countMembers = async (db: Db, guild_id: number): Promise<{ members: number; staff: number }> => {
  const row = await db
    .selectFrom('guild_members')
    .select(sql<number>`count(case when role = 'student' then 1 end)`.as('members'))
    .select(sql<number>`count(case when role <> 'student' then 1 end)`.as('staff'))
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .executeTakeFirstOrThrow()
  return { members: Number(row.members), staff: Number(row.staff) }
}
