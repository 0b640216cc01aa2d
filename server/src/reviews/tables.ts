import type { Generated } from 'kysely'

/** One review of one version, or of an offline task what was entered; a later release replaces an earlier one. */
export type ResultTable = {
  id: Generated<number>
  /** Null: nothing was handed in, the result was entered. */
  submission_id: number | null
  enrolment_id: number
  reviewer_id: number
  /** The role the reviewer acted in. */
  reviewer_role: 'assistant' | 'teacher' | 'admin'
  decision: 'pass' | 'return' | 'fail'
  /** On the task's scale after lateness; null when ungraded. */
  score: number | null
  /** 0–100 before lateness. */
  percent: number | null
  percent_final: number | null
  /** Percentage points taken by the late rule. */
  late_deduction: Generated<number>
  /** The version that was marked, where it is an earlier one than the one handed in last. */
  marked_version: number | null
  text: Generated<string>
  /** JSON: [{version, quote, prefix, suffix, text}]. */
  marks: Generated<string>
  /** JSON: [{criterion_id, level}]. */
  criteria: Generated<string>
  /** JSON: [{question_id, outcome, points, max}], the machine's and what staff gave instead. */
  question_marks: Generated<string>
  /** JSON: [{question_id, points}], what staff gave for questions; it stays when the rest is marked again. */
  question_given: Generated<string>
  status: 'held' | 'released' | 'replaced'
  /** For a return: as asked, or null for 7 days from its release. */
  return_due_at: number | null
  created_at: number
  released_at: number | null
}

export type AppealTable = {
  id: Generated<number>
  result_id: number
  /** Null where the result was entered. */
  submission_id: number | null
  enrolment_id: number
  user_id: number
  guild_id: number
  status: 'open' | 'kept' | 'changed'
  text: string
  answer: Generated<string>
  answered_by: number | null
  created_at: number
  answered_at: number | null
}

export type ExtensionRequestTable = {
  id: Generated<number>
  task_id: number
  guild_id: number
  user_id: number
  status: 'open' | 'granted' | 'refused'
  reason: string
  wanted_until: number | null
  answer: Generated<string>
  until: number | null
  answered_by: number | null
  created_at: number
  answered_at: number | null
}

/** What a reviewer has written about a version and not saved as a result; one row per version and reviewer. */
export type ReviewDraftTable = {
  submission_id: number
  reviewer_id: number
  /** Counts saves from 1. */
  draft_version: number
  /**
   * JSON: {score, max_score, follows, criteria, question_points, text, marks, waive_late, version, return_due_at, hold};
   * `score` is on the scale of `max_score`, the task's full marks at that moment, and what the questions came to where it
   * `follows` them.
   */
  content: string
  saved_at: number
}

/** A mark on a place of a picture or of a page of a document. */
export type AreaMarkTable = {
  id: Generated<number>
  /** The version under review when it was drawn. */
  submission_id: number
  reviewer_id: number
  /** Null while it is a draft. */
  result_id: number | null
  /** Of the same student and task; null where it is gone. */
  file_id: number | null
  /** Of the stored bytes it was drawn on. */
  sha256: string
  /** From 1. */
  page: number
  shape: 'pin' | 'box' | 'pen'
  /** JSON: x and y in turn, 0–1 from the upper left corner of the upright page. */
  points: string
  text: string
  /** The file of a voice of the same draft or result that is about this mark. */
  audio_id: Generated<number | null>
}

/** What a reviewer said about a work, and the same in words. */
export type VoiceTable = {
  id: Generated<number>
  /** The version under review when it was said. */
  submission_id: number
  reviewer_id: number
  /** Null while it is a draft. */
  result_id: number | null
  /** Of the purpose `feedback`; null where the sound is gone. */
  file_id: number | null
  /** As measured in the sound. */
  seconds: number
  /** JSON: how loud it is from beginning to end, 0–100. */
  peaks: Generated<string>
  /** What is said, as its reviewer typed it. */
  text: Generated<string>
}

/** A comment a reviewer uses again. */
export type SavedCommentTable = {
  id: Generated<number>
  /** Who wrote it: nobody else changes it. */
  user_id: number
  /** The guild whose reviewers share it; null for its writer alone. */
  guild_id: number | null
  text: string
  created_at: number
}

/** A small picture of a version's text, by which it is compared with the others of its task. */
export type WorkSketchTable = {
  submission_id: number
  task_id: number
  user_id: number
  /** Base64 of up to 256 hashes of four bytes, smallest first; empty for a text too short to compare. */
  sketch: string
}

/** Two versions of different students whose texts are nearly the same, one row for each direction. */
export type SimilarWorkTable = {
  submission_id: number
  other_id: number
  /** Equal word shingles of all that either text has: 80–100. */
  percent: number
}

/** A table of results for an offline task on its way into its cells, and what became of it. */
export type EnteredImportTable = {
  id: Generated<number>
  task_id: number
  created_by: number
  state: 'read' | 'checked' | 'applied' | 'undone'
  file_name: string
  /** The first row names the columns. */
  has_header: boolean
  /** JSON: the heads of the columns. */
  columns: string
  /** JSON: which column holds what; null before the check. */
  mapping: string | null
  /** The full marks its rows were judged by, in points; null before the check. */
  checked_max_score: number | null
  row_count: number
  created_at: number
  applied_at: number | null
  undone_at: number | null
}

export type EnteredImportRowTable = {
  import_id: number
  /** In the file, from 1. */
  line: number
  /** JSON: the texts of its cells. */
  cells: string
  /** As the file says, or as it was mended. */
  student_no: Generated<string>
  typed: Generated<string>
  /** The comment; null: the table has none. */
  text: string | null
  /** The version its template was made of; null without one. */
  base: number | null
  /** Null: the row of heads. */
  status: 'new' | 'changed' | 'same' | 'ask' | 'released' | 'bad' | null
  /** The key of what is wrong. */
  problem: Generated<string>
  user_id: number | null
  /** What it means. */
  word: 'score' | 'missing' | 'excused' | 'blank' | null
  score: number | null
  /** The version of the cell when it was judged. */
  seen: number | null
  /** Of a row that asks: the file’s value was chosen. */
  taken: Generated<boolean>
  /** JSON: what stood in the cell before this import wrote it. */
  before: string | null
  /** The version that this import wrote; null where it wrote nothing. */
  done_version: number | null
  /** An undo left it: it has changed or is released since. */
  was_left: Generated<boolean>
}

/** A mark of a returned work that somebody has said is mended. */
export type MendedMarkTable = {
  id: Generated<number>
  result_id: number
  /** `text`: in the words of the work; `area`: on a picture or page. */
  kind: 'text' | 'area'
  /** Of `text` which of the result’s marks, from 0; of `area` the id of the mark. */
  place: number
  mended_by: number
  role: 'student' | 'staff'
  mended_at: number
}

/** A release of a task that waits for its time. */
export type TimedReleaseTable = {
  task_id: number
  release_at: number
  /** What is reviewed afterwards is released at once. */
  follow: boolean
  asked_by: number
  /** A reason of the product where it could not be done at its time; empty while it waits. */
  refused: Generated<string>
}

/** What a student and the staff of the guild write to each other under a result: one thread per student and task. */
export type NoteThreadTable = {
  task_id: number
  student_id: number
  guild_id: number
  /** Staff said of the notes up to this one that they need no answer; 0 before. */
  settled_id: Generated<number>
  /** When the student wrote the first note that nobody has answered; null where none waits. */
  waiting_since: number | null
}

/** One note of such a thread: plain words. */
export type SubmissionNoteTable = {
  id: Generated<number>
  task_id: number
  student_id: number
  guild_id: number
  /** The round whose result was out last when it was written. */
  enrolment_id: number
  author_id: number
  /** What its author was in the guild when writing. */
  role: 'student' | 'assistant' | 'teacher' | 'admin'
  content: string
  /** A photo of the student’s that came with it. */
  file_id: Generated<number | null>
  /** Made by the page, once for each note: sending again writes nothing. */
  key: string
  created_at: number
  edited_at: number | null
  /** Taken back by its author; can come back for ten minutes, then the row goes. */
  deleted_at: number | null
  /** Taken from the student’s sight by staff, by whom and why. */
  hidden_at: number | null
  hidden_by: number | null
  hidden_reason: Generated<string>
}
