import { call, type Output } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  list,
  literal,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
  union,
} from './schema.ts'

/** The allowed length of a post, in code points. */
export const postLength = { min: 1, max: 2000 } as const
/** How long a student may change a post after writing it, in minutes; deleting stays possible. */
export const editMinutes = 15
/** Questions without a reply are counted up to this number, which pages show as 99+. */
export const unansweredAtMost = 100

/** `hot`: likes and replies count one each. `unanswered`: questions nobody has replied to. */
export const discussionSort = () => oneOf('new', 'hot', 'unanswered')
/** The kind of content a report is about: a post, a shared work, or a note of staff under the student’s own result. */
export const discussionTarget = () => oneOf('discussion', 'submit', 'note')
export const reportReason = () => oneOf('abuse', 'spam', 'privacy', 'answer', 'other')

/** Who wrote a post, as classmates see it. Anonymity is decided at writing and never changes. */
export const PostAuthor = union([
  fields({ anonymous: literal(true), mine: boolean() }),
  fields({
    nickname: string(),
    /** Address of the picture, or empty. */
    avatar: string(),
    level: count(),
    /** `author`: wrote the question that this post replies to. */
    badge: nullable(oneOf('teacher', 'assistant', 'author')),
    mine: boolean(),
  }),
])

const post = {
  id: id(),
  /** The question it replies to; null for a question. */
  parent_id: nullable(id()),
  /** The Markdown as written; empty when deleted. */
  content: string(),
  /** Sanitized HTML, rendered when the post was saved. */
  content_html: string(),
  author: PostAuthor,
  like_count: count(),
  liked: boolean(),
  /** Marked as the answer by the asker or by staff. */
  is_answer: boolean(),
  pinned: boolean(),
  edited_at: nullable(instant()),
  /** Deleted by its author, and shown without its text because others replied. */
  deleted: boolean(),
  created_at: instant(),
  can: fields({ edit: boolean(), delete: boolean(), answer: boolean(), report: boolean() }),
}

export const Post = fields(post)
export type Post = Output<typeof discussions.create>

/**
 * A question with its first replies. `replies_next` is the `after` that lists the remaining ones; null if there are
 * none.
 */
export const Thread = fields({ ...post, reply_count: count(), replies: list(Post), replies_next: nullable(string()) })
export type Thread = Output<typeof discussions.list>['list'][number]

const LikeState = fields({ liked: boolean(), like_count: count() })

export const discussions = {
  list: call({
    method: 'GET',
    path: '/api/student/task_discussions',
    access: 'student',
    summary:
      'The discussion of a task: questions with their first three replies, or with `parent_id` the replies of one question.',
    input: fields({
      task_id: id(),
      parent_id: optional(id()),
      /** Only the question with this id, or the one that the reply with this id belongs to. */
      post_id: optional(id()),
      sort: optional(discussionSort()),
      ...paging,
    }),
    output: fields({
      ...pageOf(Thread).properties,
      /** Posts that can be read, replies included. */
      count: count(),
      /** Questions nobody has replied to, up to 100. */
      unanswered: count(unansweredAtMost),
      /** Why nothing can be written: the guild is archived, staff locked it, or the task is not open yet. */
      closed: nullable(oneOf('archived', 'locked', 'not_open')),
      /** Whether classmates' posts are hidden until the caller has written one. */
      post_first: boolean(),
      /** Whether a new post may be anonymous. */
      anonymous_allowed: boolean(),
    }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  create: call({
    method: 'POST',
    path: '/api/student/createDiscussion',
    access: 'student',
    summary:
      'Asks a question, or replies with `parent_id`; 5 a minute, 20 an hour. Repeating it with the same `key` answers the same post, unless it was deleted.',
    input: fields({
      task_id: id(),
      content: text(postLength.max, postLength.min),
      parent_id: optional(id()),
      anonymous: optional(boolean()),
      /** The `member_id` of members named in the text as @nickname; each is notified once. */
      mentions: optional(list(id(), { maxItems: 10 })),
      /** An idempotency key that the page makes, one for each post. */
      key: optional(text(64, 8)),
    }),
    output: Post,
    refusals: [
      'NOT_FOUND',
      'EMPTY',
      'TOO_FAST',
      'DUPLICATE',
      'ARCHIVED',
      'DISCUSSION_CLOSED',
      'NO_ANONYMOUS',
      'FILE',
      'KEY_REUSED',
      'INVALID',
    ],
  }),
  edit: call({
    method: 'POST',
    path: '/api/student/editDiscussion',
    access: 'student',
    summary: 'Changes a post of the caller within 15 minutes; staff can still read the earlier text.',
    input: fields({
      discussion_id: id(),
      content: text(postLength.max, postLength.min),
      mentions: optional(list(id(), { maxItems: 10 })),
    }),
    output: Post,
    refusals: ['NOT_FOUND', 'EMPTY', 'EDIT_OVER', 'ARCHIVED', 'DISCUSSION_CLOSED', 'FILE', 'TOO_FAST', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/student/deleteDiscussion',
    access: 'student',
    summary:
      'Deletes a post of the caller: without replies it disappears, with replies it shows as 已删除. `undo` restores it within 10 minutes.',
    input: fields({ discussion_id: id(), undo: optional(boolean()) }),
    output: fields({ deleted: boolean() }),
    refusals: ['NOT_FOUND', 'DISCUSSION_CLOSED'],
  }),
  like: call({
    method: 'POST',
    path: '/api/student/likeDiscussion',
    access: 'student',
    summary: 'Like a post; repeating it changes nothing.',
    input: fields({ discussion_id: id() }),
    output: LikeState,
    refusals: ['NOT_FOUND', 'SELF', 'ARCHIVED'],
  }),
  unlike: call({
    method: 'POST',
    path: '/api/student/unlikeDiscussion',
    access: 'student',
    summary: 'Removes a like; repeating it changes nothing.',
    input: fields({ discussion_id: id() }),
    output: LikeState,
    refusals: ['NOT_FOUND', 'SELF', 'ARCHIVED'],
  }),
  markAnswer: call({
    method: 'POST',
    path: '/api/student/markAnswer',
    access: 'student',
    summary: 'Marks a reply as the answer, or unmarks it; the asker and staff may. A question has one answer.',
    input: fields({ discussion_id: id(), answer: optional(boolean()) }),
    output: fields({ is_answer: boolean() }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
  report: call({
    method: 'POST',
    path: '/api/student/report',
    access: 'student',
    summary:
      'Reports a post, a shared work or a note under the caller’s own result to staff. It is hidden from the reporter, and after three reporters from everybody until staff decide.',
    input: fields({ target: discussionTarget(), id: id(), reason: reportReason(), note: optional(text(500)) }),
    output: fields({ reported: boolean() }),
    refusals: ['NOT_FOUND', 'SELF'],
  }),
  preview: call({
    method: 'POST',
    path: '/api/student/previewDiscussion',
    access: 'student',
    summary: 'Renders a text as a post would show it; nothing is stored.',
    input: fields({ content: text(postLength.max) }),
    output: fields({ content_html: string() }),
    refusals: [],
  }),
  mentionable: call({
    method: 'GET',
    path: '/api/student/mentionable',
    access: 'student',
    summary: 'Members of the task’s guild whose nickname contains the keyword: at most 8, staff first.',
    input: fields({ task_id: id(), keyword: optional(text(30)) }),
    output: list(
      fields({ member_id: id(), nickname: string(), avatar: string(), role: oneOf('student', 'assistant', 'teacher') }),
    ),
    refusals: ['NOT_FOUND'],
  }),
}
