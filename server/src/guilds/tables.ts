import type { Subject } from '@tongchuang/contract/drawings.ts'
import type { Hue } from '@tongchuang/contract/rules/hues.ts'
import type { Generated } from 'kysely'

export type GuildCategoryTable = {
  id: Generated<number>
  /** The category above, or 0. */
  pid: Generated<number>
  name: string
  description: Generated<string>
  /** The hue its guilds take by default. */
  hue: Generated<Hue>
  /** Higher comes first. */
  weigh: Generated<number>
  visible: Generated<boolean>
  demo: Generated<boolean>
}

export type GuildTable = {
  id: Generated<number>
  category_id: number | null
  name: string
  /** How the name is typed by its sounds, as `pinyinOf` says. */
  name_pinyin: string
  hue: Generated<Hue>
  /** One or two characters or the name of a drawing. */
  glyph: Generated<string>
  /** Shape, pattern and the pattern's hue of the flag, as `flagOf` of the contract reads it. */
  flag: Generated<string>
  /** One line beside the flag, or empty. */
  motto: Generated<string>
  /** What its drawings are about. */
  subject: Generated<Subject>
  intro: Generated<string>
  description: Generated<string>
  description_html: Generated<string>
  /**
   * How many attempts remain to render a text whose rendering took too long; until then its HTML is the text as typed.
   * 0 when it is done.
   */
  render_pending: Generated<number>
  /** Student members at most; null for no limit. */
  capacity: number | null
  join_policy: 'open' | 'code' | 'approval' | 'closed'
  /** 8 characters without 0 O 1 I. */
  invite_code: string
  /** `hidden`: only members and staff know of it. */
  visibility: Generated<'public' | 'hidden'>
  status: Generated<'active' | 'archived'>
  ranking_mode: Generated<'off' | 'top' | 'top+neighbours'>
  gallery: Generated<boolean>
  anonymous_allowed: Generated<boolean>
  /** Feedback on assistants is shown with names. */
  feedback_named: Generated<boolean>
  /** Tasks a student may have under way at once. */
  max_doing: Generated<number>
  /** Active student members: kept by the transaction that changes a membership. */
  member_count: Generated<number>
  /** Incremented when staff save: of two concurrent saves, one is refused. */
  edit_version: Generated<number>
  demo: Generated<boolean>
  created_at: number
}

/** Someone's relation to a guild; one row for life. Its id is the `assistant_id` of staff. */
export type GuildMemberTable = {
  id: Generated<number>
  guild_id: number
  user_id: number
  role: 'student' | 'assistant' | 'teacher'
  status: 'pending' | 'member' | 'left' | 'removed' | 'refused'
  /** Shown beside staff names. */
  title: Generated<string>
  /** An assistant's four switches. */
  can_review: Generated<boolean>
  can_moderate: Generated<boolean>
  can_admit: Generated<boolean>
  can_see_grades: Generated<boolean>
  /**
   * How the member came in, which decides who has power over them: `own` by their own act (a code, a request, an
   * accepted invitation); `school` by an administrator or an administrator's list; `made_here` with an account that a
   * teacher's list created, until the school lists that account itself; `staff` put there or let back in by staff,
   * which gives no power.
   */
  origin: 'own' | 'school' | 'made_here' | 'staff'
  /** What was said when asking to join. */
  message: Generated<string>
  joined_at: number | null
  created_at: number
}

/** An invitation into a guild; the person comes in by accepting. At most one waits for each guild and person. */
export type GuildInvitationTable = {
  id: Generated<number>
  guild_id: number
  user_id: number
  /** What the person becomes; title and switches are those of a `GuildMemberTable`. */
  role: GuildMemberTable['role']
  title: Generated<string>
  can_review: Generated<boolean>
  can_moderate: Generated<boolean>
  can_admit: Generated<boolean>
  can_see_grades: Generated<boolean>
  /** The 学号 as it stood in the inviter's own list, or empty: shown to the inviter alone. */
  listed_no: Generated<string>
  invited_by: number
  status: Generated<'waiting' | 'accepted' | 'declined' | 'withdrawn'>
  /** Milliseconds since 1970, as `answered_at`: when it was accepted, declined or withdrawn. */
  created_at: number
  answered_at: number | null
}

export type AnnouncementTable = {
  id: Generated<number>
  guild_id: number
  author_id: number
  title: string
  content: string
  content_html: string
  /**
   * How many attempts remain to render a text whose rendering took too long; until then its HTML is the text as typed.
   * 0 when it is done.
   */
  render_pending: Generated<number>
  created_at: number
  /** When it is to go out (ms); null: as soon as it is written. */
  publish_at: Generated<number | null>
  /** When it was published; null: not yet, and only staff can read it. */
  published_at: number | null
  /** Whether it is pinned to the top once published; at most one published announcement of a guild is. */
  pinned: Generated<boolean>
  pinned_until: Generated<number | null>
  /** Whether members are told when it goes out. */
  tells: Generated<boolean>
  /** When it was taken back; only people who had seen it are told that it existed. */
  taken_back_at: Generated<number | null>
  /** Whether members may reply to it: read by staff alone. */
  takes_replies: Generated<boolean>
  /** Incremented when staff change it: of two concurrent changes, one is refused. */
  edit_version: Generated<number>
  demo: Generated<boolean>
}

/** A saved version of a flag, with the person who saved it, so that members can see when it changed. */
export type FlagChangeTable = {
  id: Generated<number>
  guild_id: number
  /** Null: an account that is gone. */
  actor_id: number | null
  hue: Hue
  glyph: string
  flag: string
  motto: string
  at: number
}

/** Who has had an announcement on their screen. */
export type AnnouncementViewTable = { announcement_id: number; user_id: number; seen_at: number }

/** What a member replied to an announcement: one short text of each. */
export type AnnouncementReplyTable = { announcement_id: number; user_id: number; content: string; written_at: number }

/** One joining of a whole class: its students came into a guild or were invited. */
export type ClassJoiningTable = {
  id: Generated<number>
  guild_id: number
  /** What the class was called. */
  class_name: string
  created_by: number
  created_at: number
  undone_at: number | null
}

/** A student who joined, or was asked to join, with a class. */
export type ClassJoiningPersonTable = { joining_id: number; user_id: number; was: 'joined' | 'invited' | 'requested' }
