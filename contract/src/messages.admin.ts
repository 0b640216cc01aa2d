import { call } from './call.ts'
import { hue } from './guilds.ts'
import { unreadAtMost } from './messages.ts'
import { boolean, count, fields, id, instant, list, none, nullable, oneOf, optional, pageOf, paging, string } from './schema.ts' // prettier-ignore

/** The topics that staff can switch on or off, separately for the message box and for mail. */
export const staffTopics = [
  'waiting',
  'appeal',
  'extension',
  'report',
  'join',
  'question',
  'work',
  'reply',
  'robot',
] as const
export type StaffTopic = (typeof staffTopics)[number]

/** When mail is sent: within a minute, in one letter at six in the evening, or never. */
export const letterTimes = ['now', 'daily', 'never'] as const
export type LetterTime = (typeof letterTimes)[number]
const StaffNoticeSetting = fields({ topic: oneOf(...staffTopics), in_app: boolean(), mail: oneOf(...letterTimes) })

/** Which notices of a guild are delivered: all, only urgent ones (appeals, reports, a robot that stopped), or none. */
export const quietLevels = ['all', 'urgent', 'none'] as const
export type QuietLevel = (typeof quietLevels)[number]
const GuildFace = fields({ id: id(), name: string(), hue: hue(), glyph: string(), flag: string() })

/** A row of the message box of the admin site. `topic` is null for messages that no setting turns off. */
const StaffMessage = fields({
  id: id(),
  kind: string(),
  topic: nullable(oneOf(...staffTopics)),
  /** The guild it is about; null for the school. */
  guild: nullable(GuildFace),
  title: string(),
  subTitle: string(),
  content: string(),
  time: instant(),
  unread: boolean(),
  /** A path of the admin site, or null. */
  link: nullable(string()),
})

/** The message box of the admin site, separate from the one the same person has as a student. */
export const messagesAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/message/list',
    access: 'staff',
    summary: 'The box of the admin site, newest first; all of it or the unread.',
    input: fields({ unread: optional(boolean()), ...paging }),
    output: pageOf(StaffMessage),
    refusals: ['INVALID'],
  }),
  unread: call({
    method: 'GET',
    path: '/api/admin/message/unread',
    access: 'staff',
    summary: 'Unread rows of the box, counted up to 100: that many means 99 and more.',
    input: none(),
    output: fields({ unread: count(unreadAtMost) }),
    refusals: [],
  }),
  read: call({
    method: 'PUT',
    path: '/api/admin/message/read',
    access: 'staff',
    summary: 'Mark some rows as read, or all of them when no ids are given; `read_at` takes it back with keep_unread.',
    input: fields({ ids: optional(list(id(), { maxItems: 100 })) }),
    output: fields({ unread: count(unreadAtMost), read_at: instant() }),
    refusals: [],
  }),
  keepUnread: call({
    method: 'PUT',
    path: '/api/admin/message/keep_unread',
    access: 'staff',
    summary: 'Take back what was marked as read at one moment.',
    input: fields({ read_at: instant() }),
    output: fields({ unread: count(unreadAtMost) }),
    refusals: [],
  }),
  settings: call({
    method: 'GET',
    path: '/api/admin/message/settings',
    access: 'staff',
    summary:
      'How each topic reaches the caller, the guilds they are staff of by membership, and where their letters go: `address` is null without a confirmed one, `mail` false on a site that sends none.',
    input: none(),
    output: fields({
      topics: list(StaffNoticeSetting),
      guilds: list(fields({ guild: GuildFace, role: oneOf('teacher', 'assistant'), level: oneOf(...quietLevels) })),
      mail: boolean(),
      address: nullable(string()),
    }),
    refusals: [],
  }),
  change: call({
    method: 'PUT',
    path: '/api/admin/message/change',
    access: 'staff',
    summary: 'Change how topics reach the caller; what is not named stays.',
    input: fields({ topics: list(StaffNoticeSetting, { maxItems: staffTopics.length }) }),
    output: none(),
    refusals: [],
  }),
  hearGuild: call({
    method: 'PUT',
    path: '/api/admin/message/hear_guild',
    access: 'staff',
    summary: 'Say how much the caller hears of a guild they are staff of by membership.',
    input: fields({ guild_id: id(), level: oneOf(...quietLevels) }),
    output: none(),
    refusals: ['NOT_FOUND'],
  }),
}

/**
 * GET: the event stream of the admin site, the counterpart of `eventsPath` of the student site; `unread` counts the
 * staff message box.
 */
export const staffEventsPath = '/api/admin/message/events'
