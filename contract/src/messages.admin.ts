import { call } from './call.ts'
import { hue } from './guilds.ts'
import { unreadAtMost } from './messages.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  list,
  none,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
} from './schema.ts'

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
    summary: 'The message box of the admin site, newest first; all rows, or the unread ones.',
    input: fields({ unread: optional(boolean()), ...paging }),
    output: pageOf(StaffMessage),
    refusals: ['INVALID'],
  }),
  unread: call({
    method: 'GET',
    path: '/api/admin/message/unread',
    access: 'staff',
    summary: 'The number of unread rows of the box, counted up to 100, which pages show as 99+.',
    input: none(),
    output: fields({ unread: count(unreadAtMost) }),
    refusals: [],
  }),
  read: call({
    method: 'PUT',
    path: '/api/admin/message/read',
    access: 'staff',
    summary: 'Marks rows as read, all of them if no ids are given; `keep_unread` with this `read_at` undoes it.',
    input: fields({ ids: optional(list(id(), { maxItems: 100 })) }),
    output: fields({ unread: count(unreadAtMost), read_at: instant() }),
    refusals: [],
  }),
  keepUnread: call({
    method: 'PUT',
    path: '/api/admin/message/keep_unread',
    access: 'staff',
    summary: 'Marks the rows as unread again that were marked as read at one moment.',
    input: fields({ read_at: instant() }),
    output: fields({ unread: count(unreadAtMost) }),
    refusals: [],
  }),
  settings: call({
    method: 'GET',
    path: '/api/admin/message/settings',
    access: 'staff',
    summary:
      'The settings of notices: how each topic reaches the caller, the level of each guild in which they are a member of staff, and where letters are sent. `address` is null without a confirmed address; `mail` is false if the site sends no mail.',
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
    summary: 'Changes how topics reach the caller; topics that are not sent stay as they are.',
    input: fields({ topics: list(StaffNoticeSetting, { maxItems: staffTopics.length }) }),
    output: none(),
    refusals: [],
  }),
  hearGuild: call({
    method: 'PUT',
    path: '/api/admin/message/hear_guild',
    access: 'staff',
    summary: 'Sets which notices of a guild the caller gets, as a member of its staff.',
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
