import { fail } from '@tongchuang/contract/errors.ts'
import { home } from '@tongchuang/contract/paths.ts'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { closeAbout, notify } from '../messages/store.ts'
import type { Switches } from './people-store.ts'
import { isLeadOf } from './scope-store.ts'
import type { GuildInvitationTable } from './tables.ts'

type Part = { role: GuildInvitationTable['role']; title: string } & Switches

/** The part in a guild a user is invited for, and the inviter. */
type Asking = Part & { guild_id: number; invited_by: number; now: number }

/** A user to invite; `listed_no` is the 学号 as written in the inviter's own list. */
export type Invited = { user_id: number; listed_no?: string }

/** The most invitations that may wait for an answer in one guild. */
const mostWaiting = 6_000

// Limits for each person and guild: no invitation for a week after one was declined, and at most three in a week.
const oneWeek = 7 * 86_400_000
export const mostInAWeek = 3

/** The `about` of messages on invitations into a guild. */
export const aboutInvitation = (guild_id: number): string => `invitation:${guild_id}`

// Thirteen values a row, and SQLite takes 32,766 in a statement.
const atOnce = 2_000

/** The present parts in a guild that make an invitation for this part needless. */
const inAlready = {
  student: ['student', 'assistant', 'teacher'],
  assistant: ['assistant', 'teacher'],
  teacher: ['teacher'],
} as const

/**
 * For `select` and `where` on `guild_invitations` by an alias: whether the inviter still leads the guild, as its
 * teacher or as an administrator, with an open account. Any other invitation cannot be accepted, and prevents no new
 * one.
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

/** For `select` and `where` on `users`: whether earlier invitations allow a new one into a guild. */
export const canBeAsked = (guild_id: number, now: number) =>
  sql<SqlBool>`(not exists (select 1 from guild_invitations as past where past.user_id = users.id
    and past.guild_id = ${guild_id} and past.status = 'waiting' and ${inviterStands('past')}) and ${isNotPressed(guild_id, now)})`

/**
 * Those of these users who can be invited: open accounts that are not in the guild with that part, nor invited too
 * often. `is_student`: reads the student site.
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

/** Lesser parts: an invitation to assist replaces one to learn. */
const below = { student: [], assistant: ['student'], teacher: ['student', 'assistant'] } as const

/**
 * Withdraws waiting invitations that would stand in the way: those whose inviter may no longer invite, and those for a
 * lesser part.
 */
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
    // The home page of the admin site shows the invitation.
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
 * Invites users into a guild and tells them; returns those with a new invitation. Left out are users who have one
 * waiting, are in already, are closed, or have declined or been invited three times within a week. Waiting invitations
 * of inviters who may no longer invite, or for a lesser part, are withdrawn. Refuses with INVITATIONS where too many
 * would wait. Call it in a transaction.
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

/** The same for one user: whether there is a new invitation. */
export const inviteToGuild = async (
  db: Db,
  { user_id, listed_no = '', ...asking }: Asking & Invited,
): Promise<boolean> => (await inviteAllToGuild(db, { ...asking, people: [{ user_id, listed_no }] })).length > 0

/** The number of further invitations that may wait for an answer in a guild. */
export const invitationsLeft = async (db: Db, guild_id: number): Promise<number> =>
  mostWaiting - (await countWaiting(db, guild_id))

/** Withdraws unanswered invitations. Call it in a transaction. */
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
 * Moves the waiting invitations of an account to the one it is merged into, where that one is neither a member nor
 * invited already. Call it in a transaction.
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
