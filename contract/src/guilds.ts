import { hues } from './rules/hues.ts'
import { call } from './call.ts'
import { boolean, count, fields, id, list, none, nullable, oneOf, optional, string, text } from './schema.ts'

export const joinPolicy = () => oneOf('open', 'code', 'approval', 'closed')
export const membershipStatus = () => oneOf('none', 'pending', 'member', 'left', 'removed', 'refused')
/** The types of task (docs/rules.md). */
export const taskTypes = ['main', 'side', 'daily', 'event'] as const
export const taskType = () => oneOf(...taskTypes)
export const hue = () => oneOf(...hues)

/** What a guild's flag is drawn from. `flag`: shape, pattern and the pattern's hue (`flags.ts`). */
export const Emblem = { hue: hue(), glyph: string(), flag: string() }

const Joined = fields({ guild_id: id(), name: string(), status: membershipStatus() })

/** The longest reply to an announcement, in code points. */
export const replyLength = 200

export const guilds = {
  names: call({
    method: 'GET',
    path: '/api/guild/guild_names_by_student',
    access: 'student',
    summary: 'Id and name of the caller’s active guilds.',
    input: none(),
    output: list(fields({ id: id(), name: string(), ...Emblem })),
    refusals: [],
  }),
  invitePreview: call({
    method: 'POST',
    path: '/api/guild/invite_preview',
    access: 'public',
    summary: 'The guild to which an invite code admits; 10 a minute per address.',
    input: fields({ code: text(20, 1) }),
    output: fields({
      guild_id: id(),
      name: string(),
      ...Emblem,
      teacher: string(),
      member_count: count(),
      full: boolean(),
    }),
    refusals: ['INVITE', 'GUILD_CLOSED', 'ARCHIVED'],
    limit: 'invite',
  }),
  join: call({
    method: 'POST',
    path: '/api/student/join_guild',
    access: 'student',
    summary:
      'Joins a guild, or requests to join it; a valid code admits under every policy but `closed`. Repeating it changes nothing.',
    input: fields({ guild_id: optional(id()), code: optional(text(20)), message: optional(text(200)) }),
    output: Joined,
    refusals: ['NOT_FOUND', 'CODE', 'INVITE', 'GUILD_CLOSED', 'ARCHIVED', 'FULL', 'INVALID'],
  }),
  cancelJoin: call({
    method: 'POST',
    path: '/api/student/cancel_join',
    access: 'student',
    summary: 'Take back a request to join.',
    input: fields({ guild_id: id() }),
    output: Joined,
    refusals: ['NOT_FOUND'],
  }),
  leave: call({
    method: 'POST',
    path: '/api/student/leave_guild',
    access: 'student',
    summary:
      'Leaves a guild: tasks under way are given up, submitted works stay with the staff; joining again restores the tasks.',
    input: fields({ guild_id: id() }),
    output: Joined,
    refusals: ['NOT_FOUND', 'ROLE', 'TOO_FAST'],
  }),
  sawAnnouncements: call({
    method: 'POST',
    path: '/api/student/saw_announcements',
    access: 'student',
    summary:
      'Records that announcements of a guild of the caller have been on the screen; announcements of other guilds are ignored.',
    input: fields({ guild_id: id(), ids: list(id(), { minItems: 1, maxItems: 10 }) }),
    output: none(),
    refusals: ['NOT_FOUND'],
  }),
  replyToAnnouncement: call({
    method: 'POST',
    path: '/api/student/reply_to_announcement',
    access: 'student',
    summary:
      'Replies to an announcement that takes replies, or changes the reply; empty content removes it. Only staff of the guild read replies; 5 a minute, 20 an hour.',
    input: fields({
      ...{ guild_id: id(), id: id(), content: text(replyLength) },
      /** The reply that was read, empty for none: another reply, saved since in another window, is not replaced. */
      was: optional(text(replyLength)),
    }),
    output: fields({ reply: nullable(string()) }),
    refusals: ['NOT_FOUND', 'NO_REPLIES', 'EMPTY', 'ARCHIVED', 'TOO_FAST', 'INVALID', 'CHANGED'],
  }),
}
