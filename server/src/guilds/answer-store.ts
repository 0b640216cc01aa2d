import { sql } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { aboutInvitation, inviterStands } from './invitations-store.ts'
import type { Actor } from './power-rules.ts'
import { inChargeOf } from './power-store.ts'

const part = ['gi.role', 'gi.title', 'gi.can_review', 'gi.can_moderate', 'gi.can_admit', 'gi.can_see_grades'] as const

const mostShown = 50

/** The invitations of a person that can be accepted, newest first. */
export const listOwnInvitations = (db: Db, user_id: number) =>
  db
    .selectFrom('guild_invitations as gi')
    .innerJoin('guilds', 'guilds.id', 'gi.guild_id')
    .innerJoin('users', 'users.id', 'gi.invited_by')
    .select([
      'gi.id',
      'gi.guild_id',
      'guilds.name',
      'guilds.hue',
      'guilds.glyph',
      'guilds.flag',
      ...part,
      'users.nickname as invited_by',
      'gi.created_at',
    ])
    .where('gi.user_id', '=', user_id)
    .where('gi.status', '=', 'waiting')
    .where('guilds.status', '=', 'active')
    .where(inviterStands('gi'))
    .orderBy('gi.id', 'desc')
    .limit(mostShown)
    .execute()

/** An invitation of a person, whatever its status. `stands`: whether the inviter may still invite. */
export const findOwnInvitation = async (db: Db, id: number, user_id: number) => {
  const found = await db
    .selectFrom('guild_invitations as gi')
    .innerJoin('guilds', 'guilds.id', 'gi.guild_id')
    .select(['gi.id', 'gi.guild_id', 'guilds.name', 'guilds.status as guild_status', ...part, 'gi.status'])
    .select(sql<number>`case when ${inviterStands('gi')} then 1 else 0 end`.as('stands'))
    .where('gi.id', '=', id)
    .where('gi.user_id', '=', user_id)
    .executeTakeFirst()
  return found && { ...found, stands: Number(found.stands) === 1 }
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof findOwnInvitation>>>

/** Closes a waiting invitation and its message; false where it no longer waits. Call it in a transaction. */
export const closeInvitation = async (
  db: Db,
  id: number,
  status: 'accepted' | 'declined' | 'withdrawn',
  now: number,
): Promise<boolean> => {
  const closed = await db
    .updateTable('guild_invitations')
    .set({ status, answered_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning(['guild_id', 'user_id'])
    .executeTakeFirst()
  if (closed) await closeAbout(db, aboutInvitation(closed.guild_id), closed.user_id)
  return closed !== undefined
}

/** Closes the waiting invitation of a user who joined the guild another way. */
export const settleInvitation = async (db: Db, guild_id: number, user_id: number, now: number): Promise<void> => {
  const waiting = await db
    .selectFrom('guild_invitations as gi')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'gi.guild_id').onRef('gm.user_id', '=', 'gi.user_id'),
    )
    .select('gi.id')
    .where('gi.guild_id', '=', guild_id)
    .where('gi.user_id', '=', user_id)
    .where('gi.status', '=', 'waiting')
    .where('gi.role', '=', 'student')
    .where('gm.status', '=', 'member')
    .executeTakeFirst()
  if (waiting) await closeInvitation(db, waiting.id, 'accepted', now)
}

const asStaffSee = (db: Db, viewer: Actor) =>
  db
    .selectFrom('guild_invitations as gi')
    .innerJoin('users', 'users.id', 'gi.user_id')
    .innerJoin('users as inviter', 'inviter.id', 'gi.invited_by')
    .select([
      'gi.id',
      'users.nickname',
      'gi.role',
      'gi.title',
      'inviter.nickname as invited_by',
      'gi.status',
      'gi.created_at',
      'gi.answered_at',
    ])
    .select(
      sql<
        string | null
      >`case when ${inChargeOf(viewer, 'users.id')} then users.student_no when gi.listed_no <> '' and gi.invited_by = ${viewer.user_id} then gi.listed_no end`.as(
        'student_no',
      ),
    )

/** The invitations of a guild as a member of its staff sees them, newest first. */
export const listGuildInvitations = (
  db: Db,
  viewer: Actor,
  { guild_id, status }: { guild_id: number; status?: 'waiting' | 'accepted' | 'declined' | 'withdrawn' | undefined },
  page: PageRequest,
) =>
  pageOf(
    db,
    asStaffSee(db, viewer)
      .where('gi.guild_id', '=', guild_id)
      .$if(status !== undefined, (all) => all.where('gi.status', '=', status ?? 'waiting')),
    [{ field: 'id', column: 'gi.id', direction: 'desc' }],
    page,
  )

/** One invitation of a guild, as its staff see it. */
export const findGuildInvitation = (db: Db, viewer: Actor, guild_id: number, id: number) =>
  asStaffSee(db, viewer).where('gi.guild_id', '=', guild_id).where('gi.id', '=', id).executeTakeFirst()
