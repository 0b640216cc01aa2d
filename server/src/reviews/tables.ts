import type { Input } from '@tongchuang/contract/call.ts'
import type { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import type { QuestionMark } from '@tongchuang/contract/question-results.ts'
import type { ReviewDraft } from '@tongchuang/contract/review-work.admin.ts'
import type { CriterionResult, Mark } from '@tongchuang/contract/reviews.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import type { Generated } from 'kysely'
import type { StoredJson } from '../db/stored-json.ts'

/** One review of one version, or a released entry of an offline task; a later release replaces an earlier one. */
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
  marks: Generated<StoredJson<Static<typeof Mark>[]>>
  criteria: Generated<StoredJson<Static<typeof CriterionResult>[]>>
  /** From the machine, or from staff in its place. */
  question_marks: Generated<StoredJson<Static<typeof QuestionMark>[]>>
  /** Points given by staff; kept when the rest is marked again. */
  question_given: Generated<StoredJson<{ question_id: string; points: number }[]>>
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
  /** Of a changed one: not by a new result, but by letting the student hand in again. */
  reopened: Generated<boolean>
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

/** A review of a version that is not yet saved as a result; one row per version and reviewer. */
export type ReviewDraftTable = {
  submission_id: number
  reviewer_id: number
  /** Counts saves from 1. */
  draft_version: number
  /**
   * `score` is on the scale of `max_score`, the task’s full marks when it was typed; with `follows` it is the score
   * that the questions add up to.
   */
  content: StoredJson<Omit<ReviewDraft, 'draft_version' | 'saved_at'>>
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
  /** A file of the same student and task; null where it was removed. */
  file_id: number | null
  /** The hash of the stored bytes it was drawn on. */
  sha256: string
  /** From 1. */
  page: number
  shape: 'pin' | 'box' | 'pen'
  /** Alternating x and y, 0–1 from the upper left corner of the upright page. */
  points: StoredJson<number[]>
  text: string
  /** The file of a voice of the same draft or result that is about this mark. */
  audio_id: Generated<number | null>
}

/** A reviewer's voice recording about a work, with its transcript. */
export type VoiceTable = {
  id: Generated<number>
  /** The version under review when it was said. */
  submission_id: number
  reviewer_id: number
  /** Null while it is a draft. */
  result_id: number | null
  /** A file with the purpose `feedback`; null where the recording was removed. */
  file_id: number | null
  /** Measured from the recording. */
  seconds: number
  /** The loudness over time, 0–100. */
  peaks: Generated<StoredJson<number[]>>
  /** The transcript typed by the reviewer. */
  text: Generated<string>
}

/** A comment a reviewer uses again. */
export type SavedCommentTable = {
  id: Generated<number>
  /** The author; nobody else can change it. */
  user_id: number
  /** The guild whose reviewers share it; null for a private comment. */
  guild_id: number | null
  text: string
  created_at: number
}

/** A sketch of a version's text, used to compare it with the others of its task. */
export type WorkSketchTable = {
  submission_id: number
  task_id: number
  user_id: number
  /**
   * Base64 of up to 256 hashes of four bytes, smallest first; empty for a text too short or too complex to compare, and
   * after erasure.
   */
  sketch: string
}

/** Two versions of different students whose texts are nearly the same, one row for each direction. */
export type SimilarWorkTable = {
  submission_id: number
  other_id: number
  /** The percentage of equal word shingles among all of both texts: 80–100. */
  percent: number
}

/** An import of a table of results for an offline task, and its outcome. */
export type EnteredImportTable = {
  id: Generated<number>
  task_id: number
  created_by: number
  state: 'read' | 'checked' | 'applied' | 'undone'
  file_name: string
  /** The first row names the columns. */
  has_header: boolean
  /** JSON: the column headings. */
  columns: string
  /** Which column holds what; null before the check. */
  mapping: StoredJson<Input<typeof enteredImportsAdmin.check>['mapping']> | null
  /** The full marks its rows were judged by, in points; null before the check. */
  checked_max_score: number | null
  row_count: number
  created_at: number
  applied_at: number | null
  undone_at: number | null
}

/** What a cell of the table of results holds. */
type CellContent = { word: 'score' | 'missing' | 'excused' | 'blank'; score: number | null; text: string }

export type EnteredImportRowTable = {
  import_id: number
  /** The line in the file, from 1. */
  line: number
  /** JSON: the texts of its cells. */
  cells: string
  /** As in the file, or as repaired. */
  student_no: Generated<string>
  typed: Generated<string>
  /** The comment; null: the table has none. */
  text: string | null
  /** The version of the cell when the template was made; null without a template. */
  base: number | null
  /** Null for the heading row. */
  status: 'new' | 'changed' | 'same' | 'ask' | 'released' | 'bad' | null
  /** The key of the problem. */
  problem: Generated<string>
  user_id: number | null
  /** The kind of entry that the typed text stands for. */
  word: 'score' | 'missing' | 'excused' | 'blank' | null
  score: number | null
  /** The version of the cell when it was judged. */
  seen: number | null
  /** For a row with status `ask`: the file’s value was chosen. */
  taken: Generated<boolean>
  /** The content of the cell before this import wrote it. */
  before: StoredJson<CellContent> | null
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

/** A scheduled release of the results of a task of a set. */
export type TimedReleaseTable = {
  task_id: number
  release_at: number
  /** Results of later reviews are released at once. */
  follow: boolean
  asked_by: number
  /** The reason code where the release failed at its time; empty while it waits. */
  refused: Generated<string>
}

/** What a student and the staff of the guild write to each other under a result: one thread per student and task. */
export type NoteThreadTable = {
  task_id: number
  student_id: number
  guild_id: number
  /** The id of the last note that staff settled as needing no answer; 0 for none. */
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
  /** The last round with a released result when the note was written. */
  enrolment_id: number
  author_id: number
  /** The author's role in the guild when writing. */
  role: 'student' | 'assistant' | 'teacher' | 'admin'
  content: string
  /** A photo attached by the student. */
  file_id: Generated<number | null>
  /** Generated by the page, once for each note: a retry inserts nothing. */
  key: string
  created_at: number
  edited_at: number | null
  /** Deleted by its author; can be restored for ten minutes, then the row is removed. */
  deleted_at: number | null
  /** When staff hid it from the student; `hidden_by` and `hidden_reason` say by whom and why. */
  hidden_at: number | null
  hidden_by: number | null
  hidden_reason: Generated<string>
}
