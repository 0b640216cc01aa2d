import type { Generated } from 'kysely'

/** A question (`parent_id` null) or a reply to one, written below a task; never more than these two levels. */
export type DiscussionTable = {
  id: Generated<number>
  /** What the post belongs to: `submit` is for comments on works. */
  target: Generated<'task' | 'submit'>
  task_id: number
  submission_id: number | null
  guild_id: number
  user_id: number
  /** The author's role in the guild at the time of writing; decides the badge, and whether the post earns. */
  role: 'student' | 'assistant' | 'teacher' | 'admin'
  parent_id: number | null
  /** Markdown as written, and rendered once. Both empty once a deleted post can no longer come back. */
  content: string
  content_html: string
  /**
   * The attempts left to render a text that took too long: until then its HTML is the text as typed; 0 where it is
   * done.
   */
  render_pending: Generated<number>
  /** Decided at writing; later settings never change it. */
  anonymous: Generated<boolean>
  /** 0 for the answer of its question, 1 for every other post: answers come first. */
  answer_rank: Generated<number>
  /** When its author was told that it is the answer: once, however often the mark moves. */
  answer_told_at: number | null
  /** When staff pinned it, 0 for never: pinned questions come first, the last pinned one on top. */
  pinned_at: Generated<number>
  like_count: Generated<number>
  /** Of a question: its readable replies. Updated by every change of visibility. */
  reply_count: Generated<number>
  /** Of a question: likes and readable replies, for the order by heat. */
  heat: Generated<number>
  edited_at: number | null
  /** Taken back by its author; can come back for ten minutes. */
  deleted_at: number | null
  /** Hidden from everybody by staff, by whom and why. */
  hidden_at: number | null
  hidden_by: number | null
  hidden_reason: Generated<string>
  /** Held since the third report, until staff decide. */
  held_at: number | null
  /** Made by the page, once for each post: sending again writes nothing. */
  key: string | null
  demo: Generated<boolean>
  created_at: number
}

export type DiscussionLikeTable = { discussion_id: number; user_id: number; created_at: number }

/** The text of a post before an edit; staff read it. */
export type DiscussionEditTable = {
  id: Generated<number>
  discussion_id: number
  content: string
  content_html: string
  replaced_at: number
}

/** The users a post mentions; each was told once. */
export type DiscussionMentionTable = { discussion_id: number; user_id: number }

/** The pictures of a post: files its author owns. */
export type DiscussionFileTable = { discussion_id: number; file_id: number }

/** What one person told staff about a post, a shared work, or a note under a result. */
export type ReportTable = {
  id: Generated<number>
  target: 'discussion' | 'submit' | 'note'
  target_id: number
  guild_id: number
  reporter_id: number
  reason: 'abuse' | 'spam' | 'privacy' | 'answer' | 'other'
  note: Generated<string>
  status: Generated<'open' | 'kept' | 'hidden'>
  decided_by: number | null
  decided_at: number | null
  created_at: number
}
