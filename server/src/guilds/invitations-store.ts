import { fail } from '@tongchuang/contract/errors.ts'
import { home } from '@tongchuang/contract/paths.ts'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { closeAbout, notify } from '../messages/store.ts'
import type { Switches } from './people-store.ts'
import { isLeadOf } from './scope-store.ts'
import type { GuildInvitationTable } from './tables.ts'

type Part = { role: GuildInvitationTable['role']; title: string } & Switches

/** What somebody is asked to become in a guild, and by whom. */
type Asking = Part & { guild_id: number; invited_by: number; now: number }

/** Somebody to invite; `listed_no` is the 学号 as it stood in the inviter's own list. */
export type Invited = { user_id: number; listed_no?: string }

/** Invitations that may wait for an answer in one guild at once. */
const mostWaiting = 6_000

// Nobody is pressed: who declined is left alone for a week, and three a week are enough.
const oneWeek = 7 * 86_400_000
const mostInAWeek = 3

/** What invitations into a guild are about in the message boxes of those who are invited. */
export const aboutInvitation = (guild_id: number): string => `invitation:${guild_id}`

// Thirteen values a row, and SQLite takes 32,766 in a statement.
const atOnce = 2_000

/** With which parts in a guild somebody needs no invitation for this one. */
const inAlready = {
  student: ['student', 'assistant', 'teacher'],
  assistant: ['assistant', 'teacher'],
  teacher: ['teacher'],
} as const

/**
 * For `select` and `where` on `guild_invitations` by an alias: whoever invites still leads the guild, as its teacher or as an
 * administrator, with an open account. What anybody else asked cannot be accepted, and keeps nobody from asking.
 */
export const inviterStands = (of: 'gi' | 'past' | 'guild_invitations'): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from users as inviter where inviter.id = ${sql.ref(`${of}.invited_by`)} and inviter.status = 'normal'
    and ${isLeadOf(sql.ref<number>('inviter.id'), `${of}.guild_id`)})`

const isNotPressed = (guild_id: number, now: number) => {
  const past = sql`from guild_invitations as past where past.user_id = users.id and past.guild_id = ${guild_id}`
  const counts = sql`(past.status in ('accepted', 'declined') or ${inviterStands('past')})`
  return sql<SqlBool>`(not exists (select 1 ${past} and past.status = 'declined' and past.answered_at > ${now - oneWeek})
    and (select count(*) ${past} and past.created_at > ${now - oneWeek} and ${counts}) < ${mostInAWeek})`
}

/** For `select` and `where` on `users`: whether a new invitation into a guild would stand, as far as earlier ones go. */
export const canBeAsked = (guild_id: number, now: number) =>
  sql<SqlBool>`(not exists (select 1 from guild_invitations as past where past.user_id = users.id
    and past.guild_id = ${guild_id} and past.status = 'waiting' and ${inviterStands('past')}) and ${isNotPressed(guild_id, now)})`

/**
 * Who of these can be asked: open accounts that are not in the guild with that part, nor asked too often.
 * `is_student`: reads the student site.
 */
const whoCanBeAsked = async (
  db: Db,
  { guild_id, role, now }: Asking,
  ids: readonly number[],
): Promise<{ id: number; is_student: boolean }[]> => {
  const people = await db
    .selectFrom('users')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.role', '=', 'student'),
    )
    .select(['users.id', 'user_roles.role'])
    .where('users.id', 'in', ids)
    .where('users.status', '=', 'normal')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('guild_members as gm')
            .select('gm.id')
            .where('gm.guild_id', '=', guild_id)
            .whereRef('gm.user_id', '=', 'users.id')
            .where('gm.status', '=', 'member')
            .where('gm.role', 'in', inAlready[role]),
        ),
      ),
    )
    .where(isNotPressed(guild_id, now))
    .orderBy('users.id')
    .execute()
  return people.map(({ id, role: account_role }) => ({ id, is_student: account_role !== null }))
}

const countWaiting = async (db: Db, guild_id: number): Promise<number> => {
  const { count } = await db
    .selectFrom('guild_invitations')
    .select(sql<number>`count(*)`.as('count'))
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Parts that come before another: asked to assist, somebody is no longer asked to learn. */
const below = { student: [], assistant: ['student'], teacher: ['student', 'assistant'] } as const

/** Takes back what waits and would stand in the way: of whoever may invite no more, and for less than this. */
const withdrawOvertaken = async (
  db: Db,
  { guild_id, role, now }: Pick<Asking, 'guild_id' | 'role' | 'now'>,
  user_ids: readonly number[],
): Promise<void> => {
  const lower = below[role]
  const withdrawn = await db
    .updateTable('guild_invitations')
    .set({ status: 'withdrawn', answered_at: now })
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
    .where('status', '=', 'waiting')
    .where(({ or, not, eb }) =>
      or([not(inviterStands('guild_invitations')), ...(lower.length > 0 ? [eb('role', 'in', lower)] : [])]),
    )
    .returning('user_id')
    .execute()
  if (withdrawn.length === 0) return
  await closeAbout(
    db,
    aboutInvitation(guild_id),
    withdrawn.map(({ user_id }) => user_id),
  )
}

const invite = async (db: Db, asking: Asking, people: readonly Invited[]): Promise<number[]> => {
  const { now, ...rest } = asking
  const asked = await whoCanBeAsked(
    db,
    asking,
    people.map(({ user_id }) => user_id),
  )
  if (asked.length === 0) return []
  await withdrawOvertaken(
    db,
    asking,
    asked.map(({ id }) => id),
  )
  const listed = new Map(people.map(({ user_id, listed_no = '' }) => [user_id, listed_no]))
  const made = await db
    .insertInto('guild_invitations')
    .values(
      asked.map(({ id }) => ({
        ...rest,
        user_id: id,
        listed_no: listed.get(id) ?? '',
        created_at: now,
        answered_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  const invited = new Set(made.map(({ user_id }) => user_id))
  if (invited.size > 0 && (await countWaiting(db, rest.guild_id)) > mostWaiting)
    throw fail('INVITATIONS', { max: mostWaiting })
  const names = await db
    .selectFrom('guilds')
    .innerJoin('users', (join) => join.on('users.id', '=', rest.invited_by))
    .select(['guilds.name as guild', 'users.nickname as who'])
    .where('guilds.id', '=', rest.guild_id)
    .executeTakeFirstOrThrow()
  const told = asked.filter(({ id }) => invited.has(id))
  for (const [is_student, link] of [
    [true, home],
    // The home of the admin site shows it.
    [false, null],
  ] as const) {
    const user_id = told.filter((person) => person.is_student === is_student).map(({ id }) => id)
    const data = { ...names, role: rest.role }
    if (user_id.length > 0)
      await notify(db, {
        user_id,
        type: 'todo',
        kind: 'guild.invited',
        data,
        link,
        about: aboutInvitation(rest.guild_id),
        now,
      })
  }
  return [...invited]
}

/**
 * Asks people into a guild and tells them; answers who has a new invitation. Not among them is whoever has one waiting, is
 * in already, is closed, or declined within a week. What waits of an inviter who may no longer ask, or for less than this, is
 * taken back. Refuses with INVITATIONS where too many would wait. Call it in a transaction.
 */
export const inviteAllToGuild = async (
  db: Db,
  { people, ...asking }: Asking & { people: readonly Invited[] },
): Promise<number[]> => {
  const invited: number[] = []
  for (let at = 0; at < people.length; at += atOnce)
    invited.push(...(await invite(db, asking, people.slice(at, at + atOnce))))
  return invited
}

/** The same for one person: whether a new invitation stands. */
export const inviteToGuild = async (
  db: Db,
  { user_id, listed_no = '', ...asking }: Asking & Invited,
): Promise<boolean> => (await inviteAllToGuild(db, { ...asking, people: [{ user_id, listed_no }] })).length > 0

/** How many more may wait for an answer in a guild. */
export const invitationsLeft = async (db: Db, guild_id: number): Promise<number> =>
  mostWaiting - (await countWaiting(db, guild_id))

/** Takes invitations back that nobody has answered. Call it in a transaction. */
export const withdrawInvitations = async (
  db: Db,
  { guild_id, user_ids, now }: { guild_id: number; user_ids: readonly number[]; now: number },
): Promise<void> => {
  await db
    .updateTable('guild_invitations')
    .set({ status: 'withdrawn', answered_at: now })
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
    .where('status', '=', 'waiting')
    .execute()
  await closeAbout(db, aboutInvitation(guild_id), user_ids)
}

/**
 * What an account was asked that becomes one with another is asked of that one, where it is neither in nor asked already.
 * Call it in a transaction.
 */
export const moveInvitations = async (
  db: Db,
  { from_id, into_id, now }: { from_id: number; into_id: number; now: number },
): Promise<void> => {
  const all = db.updateTable('guild_invitations').where('status', '=', 'waiting')
  await all
    .set({ status: 'withdrawn', answered_at: now })
    .where('user_id', '=', into_id)
    .where(({ not }) => not(inviterStands('guild_invitations')))
    .execute()
  const waiting = all.where('user_id', '=', from_id)
  await waiting
    .set({ user_id: into_id })
    .where(
      sql<SqlBool>`not exists (select 1 from guild_invitations as own where own.guild_id = guild_invitations.guild_id
        and own.user_id = ${into_id} and own.status = 'waiting')`,
    )
    .where(
      sql<SqlBool>`not exists (select 1 from guild_members as own where own.guild_id = guild_invitations.guild_id
        and own.user_id = ${into_id} and own.status = 'member')`,
    )
    .execute()
  await waiting.set({ status: 'withdrawn', answered_at: now }).execute()
}
