import { AreaMark } from './area-marks.ts'
import { QuestionMark } from './question-results.ts'
import { QuestionKey, QuestionPoints } from './questions.admin.ts'
import { Question } from './questions.ts'
import { FileCard } from './files.ts'
import { CriterionResult, GivenLevel, decision, Feedback, Mark } from './reviews.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  list,
  nullable,
  number,
  oneOf,
  optional,
  string,
  type Static,
} from './schema.ts'
import { answers } from './submissions.ts'
import { Voice } from './voices.ts'

/** The full marks of a task, sent with a score so that it is refused if they have changed since it was typed. */
export const fullMarks = () => number({ minimum: 1, maximum: 1000 })

/** The names of a student as staff see them. */
export const Person = fields({
  user_id: id(),
  nickname: string(),
  real_name: string(),
  student_no: string(),
  class_name: string(),
})

/**
 * A student with a picture. `avatar`: a link to the picture, `head:` with the code of a head they composed, or empty.
 */
export const PersonSeen = fields({ ...Person.properties, avatar: string() })

/** A version in the review queue. */
export const QueueRow = fields({
  submit_id: id(),
  version: count(),
  task_id: id(),
  task_title: string(),
  guild_id: id(),
  guild_name: string(),
  student: Person,
  submitted_at: instant(),
  late: boolean(),
  status: oneOf('sealed', 'in_review', 'reviewed', 'released'),
  /** The other reviewer who has it open now; null when there is none. */
  reviewer: nullable(string()),
  /** The decision, held or released; null while the work waits. */
  decision: nullable(decision()),
  score: nullable(number()),
  featured: boolean(),
})
export type QueueRow = Static<typeof QueueRow>

const ReviewCriterion = fields({
  id: id(),
  label: string(),
  description: string(),
  weight: number(),
  /** A sentence for each level, from 1; '' for a level without one, [] where no level has one. */
  level_words: list(string()),
})

/** The unsaved review of a work by one reviewer, visible only to them. */
export const ReviewDraft = fields({
  /** Counts saves from 1. */
  draft_version: count(),
  saved_at: instant(),
  score: nullable(number()),
  /** The full marks that `score` refers to: those of the task when this was read. */
  max_score: optional(number()),
  /**
   * Whether `score` is the sum of the points of the questions; it then changes with them if their keys are corrected.
   */
  follows: optional(boolean()),
  criteria: list(GivenLevel),
  text: string(),
  marks: list(Mark),
  waive_late: boolean(),
  /** The earlier version that is reviewed instead; null for this one. */
  version: nullable(integer()),
  return_due_at: nullable(instant()),
  /** Null: as the task says. */
  hold: nullable(boolean()),
  /** Points that the reviewer gives for questions in place of those of the machine. */
  question_points: optional(list(QuestionPoints)),
})
export type ReviewDraft = Static<typeof ReviewDraft>

/** The result of a work, held or released. */
const ReviewResult = fields({
  id: id(),
  held: boolean(),
  decision: decision(),
  score: nullable(number()),
  percent: nullable(number()),
  percent_final: nullable(number()),
  late_deduction: number(),
  text: string(),
  marks: list(Mark),
  areas: list(AreaMark),
  voices: list(Voice),
  criteria: list(CriterionResult),
  /** The earlier version that was reviewed instead; null for this one. */
  version: nullable(integer()),
  return_due_at: nullable(instant()),
  /** The points of each question that has points. */
  question_marks: list(QuestionMark),
  reviewer: string(),
  created_at: instant(),
})

/** Everything a reviewer sees of a version. */
export const ReviewWork = fields({
  ...QueueRow.properties,
  student: PersonSeen,
  title: string(),
  receipt_no: string(),
  /** The due date that applied when it was handed in. */
  due_at: nullable(instant()),
  locked_until: nullable(instant()),
  content: string(),
  content_html: string(),
  files: list(FileCard),
  links: list(string()),
  answers: answers(),
  questions: list(Question),
  /** The keys of the questions with points, as the task has them now. */
  keys: list(QuestionKey),
  /** The marks of the machine, made when this version was handed in. */
  question_marks: list(QuestionMark),
  criteria: list(ReviewCriterion),
  max_score: number(),
  pass_line: number(),
  scored: boolean(),
  hold: boolean(),
  late_rule: oneOf('refuse', 'mark', 'percent'),
  /** Percentage points deducted for lateness unless it is waived. */
  late_deduction: number(),
  /** All versions of this student for this task, newest first, withdrawn ones left out. */
  versions: list(
    fields({
      submit_id: id(),
      version: count(),
      submitted_at: instant(),
      late: boolean(),
      /** Percentage points that would be deducted from this version for lateness. */
      late_deduction: number(),
      status: string(),
    }),
  ),
  feedback: list(Feedback),
  draft: nullable(ReviewDraft),
  /** The caller’s own area marks, until the work is decided. */
  areas: list(AreaMark),
  /** The caller’s own voices, until the work is decided. */
  voices: list(Voice),
  result: nullable(ReviewResult),
  /** What happened to this student's task, newest first, 30 at most; `actor` is empty for the clock. */
  history: list(fields({ action: string(), actor: string(), reason: string(), at: instant() })),
  /** Works of others for the same task whose text is nearly the same: a hint, never a verdict. */
  similar: list(fields({ submit_id: id(), student: Person, percent: number() })),
})
export type ReviewWork = Static<typeof ReviewWork>
