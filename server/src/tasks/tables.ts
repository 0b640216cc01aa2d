import type { CriteriaSet } from '@tongchuang/contract/criteria-sets.admin.ts'
import type { Subject } from '@tongchuang/contract/drawings.ts'
import type { Generated } from 'kysely'
import type { StoredJson } from '../db/stored-json.ts'
import type { StoredQuestion } from './questions/question-rules.ts'

export type ChapterTable = { id: Generated<number>; guild_id: number; title: string; sort_order: Generated<number> }

type TaskStatus = 'draft' | 'scheduled' | 'open' | 'closed' | 'archived' | 'trashed'

/** Holds together the tasks that one task became in several classes, at most one in each guild. */
export type TaskSetTable = {
  id: Generated<number>
  /** The person who gave it first; carries no rights. */
  owner_id: number | null
  title: string
  created_at: number
}

export type TaskTable = {
  id: Generated<number>
  guild_id: number
  /** The set it belongs to; null if it belongs to none. */
  set_id: Generated<number | null>
  chapter_id: number | null
  sort_order: Generated<number>
  title: string
  summary: Generated<string>
  /** Markdown as written, and rendered once. */
  content: Generated<string>
  content_html: Generated<string>
  /**
   * How many more times rendering of the text is tried after it took too long; until then its HTML is the text as
   * typed. 0 when it is done.
   */
  render_pending: Generated<number>
  type: 'main' | 'side' | 'daily' | 'event'
  /** offline: done in class or on paper, without submissions; its results are entered by staff. */
  channel: Generated<'online' | 'offline'>
  /** 1–5. */
  difficulty: Generated<number>
  /** What 100 % earns in the score ledger. */
  points: number
  /** The scale of scores. */
  max_score: Generated<number>
  /** false: pass or return without a number. */
  scored: Generated<boolean>
  /** 0–100. */
  pass_line: Generated<number>
  status: TaskStatus
  open_at: number | null
  /** due_at ≤ close_at; either may be null. */
  due_at: number | null
  close_at: number | null
  /** When staff closed it by hand: acts as close_at until it is opened again. */
  closed_at: number | null
  late_rule: Generated<'refuse' | 'mark' | 'percent'>
  /** Percentage points per started day late, and at most. */
  late_percent: Generated<number>
  late_cap: Generated<number>
  needs_review: Generated<boolean>
  /** Results wait until staff release them all. */
  hold: Generated<boolean>
  capacity: number | null
  min_level: Generated<number>
  max_attempts: number | null
  /** Daily tasks: days between rounds, and rounds at most. */
  cooldown_days: Generated<number>
  max_rounds: Generated<number>
  needs_text: Generated<boolean>
  min_files: Generated<number>
  statement_required: Generated<boolean>
  /** The keys are in `question_keys`. */
  questions: Generated<StoredJson<StoredQuestion[]>>
  /** Students who hold a place: first rounds neither given up nor excused. Kept by the transaction that changes one. */
  accepted_count: Generated<number>
  /** Posts of its discussion that can be read. Kept by the transaction that writes or hides one. */
  discussion_count: Generated<number>
  /** Since when its students can only read the discussion; null while they can write. */
  discussion_locked_at: number | null
  /** Other students' posts are shown only to those who have written one. */
  post_first: Generated<boolean>
  /** Counts saves by staff, to detect concurrent ones. */
  edit_version: Generated<number>
  /** Drafts are submitted automatically at the end. */
  submit_drafts: Generated<boolean>
  /** An image of the purpose `task`; null: the cover is drawn. */
  cover_file_id: Generated<number | null>
  /** The subject of its drawings; null: that of its guild. */
  own_subject: Generated<Subject | null>
  /** The status a task in the bin is restored to, and when it was put there: it is deleted 30 days later. */
  trashed_from: Generated<TaskStatus | null>
  trashed_at: Generated<number | null>
  created_by: number | null
  demo: Generated<boolean>
  created_at: number
  updated_at: number
}

/** The key of a question, stored apart: queries for students never join it. */
export type QuestionKeyTable = {
  task_id: number
  question_id: string
  sort_order: Generated<number>
  /** JSON: ids of options, or answers. */
  accepted: Generated<string>
  /** The accepted deviation of a number. */
  tolerance: Generated<number>
  /** Plain words. */
  explanation: Generated<string>
}

export type TaskPrerequisiteTable = { task_id: number; required_task_id: number }
export type CriterionTable = {
  id: Generated<number>
  task_id: number
  label: string
  description: Generated<string>
  weight: number
  sort_order: Generated<number>
  /** JSON: a sentence for each level, from 1; [] where there is none. */
  level_words: Generated<string>
}
/** Criteria stored for reuse. */
export type CriteriaSetTable = {
  id: Generated<number>
  user_id: number
  /** The guild whose staff share it; null for oneself alone. */
  guild_id: number | null
  title: string
  criteria: StoredJson<CriteriaSet['criteria']>
  created_at: number
}

export type TaskFileTable = { task_id: number; file_id: number; sort_order: Generated<number> }

/** One student's relation to a task, one row per round (docs/rules.md). */
export type EnrolmentTable = {
  id: Generated<number>
  task_id: number
  guild_id: number
  user_id: number
  /** 1, 2, 3 … for daily tasks, else 1. */
  round: Generated<number>
  state: 'doing' | 'submitted' | 'returned' | 'passed' | 'failed' | 'aborted' | 'expired' | 'excused'
  /** Where a reopened row goes back to when it expires or its student leaves; null unless reopened. */
  reopened_from: 'passed' | 'failed' | 'expired' | null
  /** The state before leaving the guild, restored on return. */
  left_from: 'doing' | 'returned' | null
  accepted_at: number
  /** The last sealed version was after due. */
  late: Generated<boolean>
  /** An extension: replaces due and close while one of the task’s own dates is earlier. */
  extended_until: number | null
  /** The date of a return or a reopening: replaces due and close. */
  return_due_at: number | null
  /** Sealed versions, withdrawn ones too: the next is version_count + 1. */
  version_count: Generated<number>
  /** Versions that count as attempts. */
  attempts: Generated<number>
  /** Of the released final result, or the provisional one of a return: null while there is none. */
  score: number | null
  percent_final: number | null
  /** When the result that counts was released; null for a provisional one. */
  released_at: number | null
  mark_count: Generated<number>
  /** When the server's draft was saved last; null while there is none. */
  draft_saved_at: number | null
  abort_reason: Generated<string>
  excuse_reason: Generated<string>
  updated_at: number
}

export type EnrolmentHistoryTable = {
  id: Generated<number>
  enrolment_id: number
  /** Null: the clock. */
  actor_id: number | null
  action: string
  from_state: string
  to_state: string
  reason: Generated<string>
  at: number
}

/** The entered result of one student of an offline task; the student reads it once it is released. */
export type EnteredResultTable = {
  task_id: number
  user_id: number
  guild_id: number
  /** Counts changes from 1, to detect concurrent ones by two teachers. */
  version: number
  /** missing 缺, excused 免做; blank: the entered result was removed. */
  word: 'score' | 'missing' | 'excused' | 'blank'
  /** On the task's scale; null unless the word is score. */
  score: number | null
  /** Shown to the student. */
  text: Generated<string>
  /** Null while it is held. */
  released_at: number | null
  entered_by: number
  /** The role they acted in. */
  entered_role: 'assistant' | 'teacher' | 'admin'
  entered_at: number
}

/** What staff did with a task, one row for each act. Edits are recorded from its publication on. */
export type TaskHistoryTable = {
  id: Generated<number>
  task_id: number
  /** Null: the clock. */
  actor_id: number | null
  action: string
  /** JSON: the names of the fields. */
  changed: Generated<string>
  at: number
}
