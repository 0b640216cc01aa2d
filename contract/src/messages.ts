import { call } from './call.ts'
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

/** The topics that a student can switch on or off, separately for the message box and for mail. */
export const noticeTopics = ['feedback', 'answers', 'due', 'tasks', 'replies', 'likes', 'growth'] as const
export type NoticeTopic = (typeof noticeTopics)[number]
export const NoticeSetting = fields({ topic: oneOf(...noticeTopics), in_app: boolean(), mail: boolean() })

/** A row of the message box, in the shape its widget expects; `status` 0 unread, 1 read. */
export const Message = fields({
  id: id(),
  type: oneOf('message', 'notice', 'todo'),
  kind: string(),
  title: string(),
  subTitle: string(),
  avatar: nullable(string()),
  content: string(),
  time: instant(),
  status: count(1),
  /** Where a click leads: a path of this site, or null. */
  link: nullable(string()),
})

/** Unread rows are counted up to this number for each type: larger numbers make no difference to a reader. */
export const unreadAtMost = 100

export const messages = {
  list: call({
    method: 'GET',
    path: '/api/message/list',
    access: 'student',
    summary: 'The message box, newest first.',
    input: fields({ type: optional(oneOf('message', 'notice', 'todo')), ...paging }),
    output: pageOf(Message),
    refusals: ['INVALID'],
  }),
  read: call({
    method: 'POST',
    path: '/api/message/read',
    access: 'student',
    summary: 'Marks rows as read, all of them if no ids are given; rows of other people are ignored.',
    input: fields({ ids: optional(list(id(), { maxItems: 100 })) }),
    output: fields({ unread: count(3 * unreadAtMost) }),
    refusals: [],
  }),
  clear: call({
    method: 'POST',
    path: '/api/message/clear',
    access: 'student',
    summary: 'Remove the read rows of one type, or of all.',
    input: fields({ type: optional(oneOf('message', 'notice', 'todo')) }),
    output: fields({ removed: count() }),
    refusals: [],
  }),
  unread: call({
    method: 'GET',
    path: '/api/message/unread',
    access: 'student',
    summary: 'The numbers of unread rows by type, each counted up to 100, which pages show as 99+.',
    input: none(),
    output: fields({
      message: count(unreadAtMost),
      notice: count(unreadAtMost),
      todo: count(unreadAtMost),
      total: count(3 * unreadAtMost),
      any: boolean(),
    }),
    refusals: [],
  }),
  settings: call({
    method: 'GET',
    path: '/api/message/settings',
    access: 'student',
    summary:
      'How each topic reaches the caller; `update_user_info` changes it. Mail needs a confirmed address and a site that sends mail.',
    input: none(),
    output: fields({ topics: list(NoticeSetting), mail: oneOf('ready', 'no_address', 'off') }),
    refusals: [],
  }),
}

/**
 * GET: the events of the caller as server-sent events. The token is sent in its header, as with every call, and
 * `Last-Event-ID` replays the events missed since; a page that has heard none yet sends its age instead. It is not
 * among the calls, because only a refusal of it is an envelope.
 */
export const eventsPath = '/api/message/events'

/**
 * The header with the age of a page in milliseconds: what has changed since the page began to load is sent first, or
 * `resync` where the server no longer knows it.
 */
export const pageAgeHeader = 'page-age'

/**
 * Why a stream ended. `expired`: its session expired; `session`: its session was ended; `many`: newer streams took its
 * place; `stopping`: the server restarts.
 */
export type Ended = 'expired' | 'session' | 'many' | 'stopping'

/** One event of the stream. `unread`: the present numbers of unread rows; `resync`: events may have been missed. */
export type StreamEvent =
  | { event: 'unread'; data: { message: number; notice: number; todo: number } }
  | { event: 'change'; data: { kind: string; task_id: number } }
  | { event: 'resync'; data: Record<string, never> }
  | { event: 'end'; data: { why: Ended } }
