import { call } from './call.ts'
import { discussionSort, discussionTarget, Post, postLength, reportReason } from './discussions.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

/** The author of a post, as staff see it, even when the post is anonymous. */
const Writer = fields({ user_id: id(), nickname: string(), real_name: string(), student_no: string() })

/** A post as staff see it: with its task, guild and writer, and whether it is shown. */
export const StaffPost = fields({
  ...Post.properties,
  task_id: id(),
  task: string(),
  guild_id: id(),
  guild: string(),
  writer: Writer,
  anonymous: boolean(),
  reply_count: count(),
  /** `hidden` by staff; `held`: hidden after three reports, until staff decide. */
  visibility: oneOf('shown', 'held', 'hidden'),
  hidden_reason: string(),
  open_reports: count(),
  edit_count: count(),
})

export const discussionsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/discussion/list',
    access: 'staff',
    summary:
      'Posts for staff, newest first: of a task, of a guild or of all guilds of the caller; with `parent_id` the replies to a question, oldest first; with `post_id` the question to which a post belongs.',
    input: fields({
      guild_id: optional(id()),
      task_id: optional(id()),
      parent_id: optional(id()),
      post_id: optional(id()),
      sort: optional(discussionSort()),
      visibility: optional(oneOf('shown', 'held', 'hidden')),
      ...paging,
    }),
    output: pageOf(StaffPost),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  history: call({
    method: 'GET',
    path: '/api/admin/discussion/history',
    access: 'staff',
    summary: 'The earlier texts of a post, newest first; at most 50.',
    input: fields({ discussion_id: id() }),
    output: list(fields({ content: string(), content_html: string(), replaced_at: instant() })),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  reply: call({
    method: 'POST',
    path: '/api/admin/discussion/reply',
    access: 'staff',
    summary:
      'Writes a post as staff, with name and badge: a reply with `parent_id`, otherwise a question. Possible also where students can no longer write.',
    input: fields({
      task_id: id(),
      parent_id: optional(id()),
      content: text(postLength.max, postLength.min),
      key: optional(text(64, 8)),
    }),
    output: StaffPost,
    refusals: ['NOT_FOUND', 'EMPTY', 'DUPLICATE', 'FILE', 'KEY_REUSED', 'ARCHIVED'],
  }),
  pin: call({
    method: 'POST',
    path: '/api/admin/discussion/pin',
    access: 'staff',
    summary: 'Pins a question to the top of its discussion, or unpins it.',
    input: fields({ discussion_id: id(), pinned: boolean() }),
    output: fields({ pinned: boolean() }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
  settings: call({
    method: 'GET',
    path: '/api/admin/discussion/room',
    access: 'staff',
    summary:
      'The settings of the discussion of a task: whether students can only read it, and whether they must write before they read.',
    input: fields({ task_id: id() }),
    output: fields({ task: string(), locked: boolean(), post_first: boolean() }),
    refusals: ['NOT_FOUND'],
  }),
  lock: call({
    method: 'POST',
    path: '/api/admin/discussion/lock',
    access: 'staff',
    summary: 'Makes the discussion of a task read-only for students, or writable again.',
    input: fields({ task_id: id(), locked: boolean() }),
    output: fields({ locked: boolean() }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
  postFirst: call({
    method: 'POST',
    path: '/api/admin/discussion/post_first',
    access: 'staff',
    summary:
      'Sets whether classmates’ posts on a task are shown only to students who have written something themselves.',
    input: fields({ task_id: id(), post_first: boolean() }),
    output: fields({ post_first: boolean() }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
  hide: call({
    method: 'POST',
    path: '/api/admin/discussion/hide',
    access: 'staff',
    summary: 'Hides a post from everybody; its author is told the reason.',
    input: fields({ discussion_id: id(), reason: text(200, 2) }),
    output: fields({ visibility: oneOf('shown', 'held', 'hidden') }),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  restore: call({
    method: 'POST',
    path: '/api/admin/discussion/restore',
    access: 'staff',
    summary: 'Show a hidden post again.',
    input: fields({ discussion_id: id() }),
    output: fields({ visibility: oneOf('shown', 'held', 'hidden') }),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  markAnswer: call({
    method: 'POST',
    path: '/api/admin/discussion/mark_answer',
    access: 'staff',
    summary: 'Marks a reply as the answer, or unmarks it.',
    input: fields({ discussion_id: id(), answer: boolean() }),
    output: fields({ is_answer: boolean() }),
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  }),
  reports: call({
    method: 'GET',
    path: '/api/admin/report/list',
    access: 'staff',
    summary:
      'The reports, one row for each post, work or note with everything reported about it; open ones oldest first, decided ones newest first.',
    input: fields({ guild_id: optional(id()), status: optional(oneOf('open', 'decided')), ...paging }),
    output: pageOf(
      fields({
        /** The id of the first report about it, which `decide` takes. */
        id: id(),
        target: discussionTarget(),
        target_id: id(),
        guild_id: id(),
        guild: string(),
        status: oneOf('open', 'kept', 'hidden'),
        /** What was reported, as it reads now. */
        content_html: string(),
        writer: Writer,
        anonymous: boolean(),
        task_id: id(),
        task: string(),
        /** The question above a reported reply, in a few words. */
        context: string(),
        people: count(),
        reports: list(fields({ reason: reportReason(), note: string(), created_at: instant() })),
        created_at: instant(),
        decided_at: nullable(instant()),
      }),
    ),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  decide: call({
    method: 'POST',
    path: '/api/admin/report/decide',
    access: 'staff',
    summary: 'Decides all open reports about one thing: keeps it, or hides it and tells its author why.',
    input: fields({ id: id(), decision: oneOf('keep', 'hide'), reason: optional(text(200)) }),
    output: fields({ status: oneOf('open', 'kept', 'hidden'), answered: integer() }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
}
