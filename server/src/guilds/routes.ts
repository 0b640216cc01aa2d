import { fail } from '@tongchuang/contract/errors.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { keepPace } from '../http/writing-pace.ts'
import { closeAbout } from '../messages/store.ts'
import { readInviteCode } from './invite-code.ts'
import { registerJoinAsked, tellOfJoining } from './join-asked.ts'
import { reply } from './reply.ts'
import { aboutJoining, entryOf } from './rules.ts'
import { noteSeen } from './announcements-store.ts'
import { askToJoin, withdrawRequest } from './requests-store.ts'
import {
  admitMember,
  endMembership,
  findGuildByInvite,
  findMembership,
  findOwnGuild,
  findVisibleGuild,
  guildsOf,
  makeOwn,
  teacherName,
  type Guild,
} from './store.ts'

/** The guild somebody wants to join: named by id, by code, or by both. */
const guildToJoin = async (db: Db, guild_id: number | undefined, code: string, user_id: number): Promise<Guild> => {
  if (guild_id === undefined && code === '')
    throw invalid('guild_id', '请选择公会或填写邀请码', 'Choose a guild or enter an invite code')
  const guild =
    guild_id === undefined ? await findGuildByInvite(db, code) : await findVisibleGuild(db, guild_id, user_id, code)
  if (!guild) throw fail(guild_id === undefined ? 'INVITE' : 'NOT_FOUND')
  return guild
}

const noteAnnouncementsSeen = async (
  db: Db,
  seen: { guild_id: number; ids: number[]; user_id: number; now: number },
): Promise<Record<string, never>> => {
  const own = await findOwnGuild(db, seen.guild_id, seen.user_id)
  if (own?.status !== 'member') throw fail('NOT_FOUND')
  await noteSeen(db, seen)
  return {}
}

/** Calls for students to join and leave guilds. */
export const guildRoutes = (app: App): void => {
  registerJoinAsked(app)
  implement(app, guilds, {
    names: (_input, caller) => guildsOf(app.db, caller.user_id),

    invitePreview: async ({ code }) => {
      const guild = await findGuildByInvite(app.db, readInviteCode(code))
      if (!guild) throw fail('INVITE')
      const entry = entryOf({ ...guild, code: 'right' })
      if (typeof entry === 'object') throw fail(entry.refused)
      const { id, name, hue, glyph, flag, member_count, capacity } = guild
      return {
        guild_id: id,
        name,
        hue,
        glyph,
        flag,
        teacher: await teacherName(app.db, id),
        member_count,
        full: capacity !== null && member_count >= capacity,
      }
    },

    join: ({ guild_id, code: typed = '', message = '' }, { user_id, now }) =>
      app.db.transaction().execute(async (db) => {
        const code = readInviteCode(typed)
        const guild = await guildToJoin(db, guild_id, code, user_id)
        const { id, name } = guild
        const membership = await findMembership(db, id, user_id)
        const entry = entryOf({ ...guild, code: code === '' ? null : code === guild.invite_code ? 'right' : 'wrong' })
        if (membership?.status === 'member') {
          if (entry === 'member') await makeOwn(db, id, user_id)
          return { guild_id: id, name, status: 'member' }
        }
        if (typeof entry === 'object') {
          // A user who waits and asks again without a code gets the same answer as the first time.
          if (membership?.status === 'pending' && code === '') return { guild_id: id, name, status: 'pending' }
          throw fail(entry.refused)
        }
        if (entry === 'member') {
          await admitMember(db, app.events, { guild_id: id, user_id, origin: 'own', now })
          await closeAbout(db, aboutJoining(id, user_id))
        } else if (await askToJoin(db, { guild_id: id, user_id, message, now }))
          await tellOfJoining(db, guild, { user_id, message }, now)
        return { guild_id: id, name, status: entry }
      }),

    cancelJoin: ({ guild_id }, { user_id }) =>
      app.db.transaction().execute(async (db) => {
        const guild = await findVisibleGuild(db, guild_id, user_id)
        if (!guild) throw fail('NOT_FOUND')
        if (await withdrawRequest(db, guild_id, user_id)) await closeAbout(db, aboutJoining(guild_id, user_id))
        const left = await findMembership(db, guild_id, user_id)
        return { guild_id, name: guild.name, status: left?.status ?? 'none' }
      }),

    leave: ({ guild_id }, { user_id, now }) =>
      app.db.transaction().execute(async (db) => {
        const own = await findOwnGuild(db, guild_id, user_id)
        if (!own) throw fail('NOT_FOUND')
        if (own.status === 'member' && own.role !== 'student') throw fail('ROLE')
        if (own.status === 'member') await keepPace({ limits: app.limits, db }, 'leave', { user_id, now })
        await endMembership(db, app.events, { guild_id, user_id, status: 'left' })
        return { guild_id, name: own.name, status: 'left' }
      }),

    sawAnnouncements: (seen, { user_id, now }) => noteAnnouncementsSeen(app.db, { ...seen, user_id, now }),
    replyToAnnouncement: (said, { user_id, now }) => reply(app, { ...said, user_id, now }),
  })
}
