import { call } from './call.ts'
import { QuestionPoints } from './questions.admin.ts'
import { fullMarks, Person, PersonSeen, QueueRow, ReviewWork } from './review-work.admin.ts'
import { Appeal, GivenLevel, decision, ExtensionRequest, Mark, MendedMark, mending } from './reviews.ts'
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
  pageOf,
  paging,
  percent,
  string,
  text,
} from './schema.ts'
import { taskState } from './tasks.ts'

/** A saved review, held or released. */
export const SavedReview = fields({
  result_id: id(),
  submit_id: id(),
  state: taskState(),
  held: boolean(),
  score: nullable(number()),
  percent: nullable(percent()),
  percent_final: nullable(percent()),
  late_deduction: number(),
})

const AppealRow = fields({
  ...Appeal.properties,
  /** Null where the result was entered: nothing was handed in. */
  submit_id: nullable(id()),
  task_id: id(),
  task_title: string(),
  max_score: number(),
  guild_id: id(),
  student: PersonSeen,
  score: nullable(number()),
})
const ExtensionRow = fields({
  ...ExtensionRequest.properties,
  task_id: id(),
  task_title: string(),
  guild_id: id(),
  student: PersonSeen,
})

export const reviewsAdmin = {
  mend: call({
    method: 'POST',
    path: '/api/admin/review/mend_mark',
    access: 'staff',
    summary: 'Marks a mark of a returned work as mended, or as not mended; repeating it changes nothing.',
    input: fields(mending),
    output: fields({ mended: list(MendedMark) }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'ARCHIVED'],
  }),
  queue: call({
    method: 'GET',
    path: '/api/admin/review/queue',
    access: 'staff',
    summary: 'The works that wait for a review, oldest first; works in other states with `status`.',
    input: fields({
      guild_id: optional(id()),
      task_id: optional(id()),
      /** The tasks of all classes of a set. */
      set_id: optional(id()),
      /** By default `waiting`: not reviewed yet; `reviewed`: held until its release; `all`: every version handed in. */
      status: optional(oneOf('waiting', 'reviewed', 'released', 'all')),
      class_name: optional(text(100)),
      keyword: optional(text(60)),
      late: optional(boolean()),
      /** Only works the caller has open or has reviewed. */
      mine: optional(boolean()),
      ...paging,
    }),
    output: pageOf(QueueRow),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  open: call({
    method: 'POST',
    path: '/api/admin/review/open',
    access: 'staff',
    summary:
      'Opens a work for review and locks it for 30 minutes, renewed by opening it again; the student can no longer withdraw it.',
    input: fields({ submit_id: id() }),
    output: ReviewWork,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'LOCKED_REVIEW', 'OWN_WORK', 'ROLE'],
  }),
  leave: call({
    method: 'POST',
    path: '/api/admin/review/leave',
    access: 'staff',
    summary: 'Releases the lock without a result.',
    input: fields({ submit_id: id() }),
    output: fields({ submit_id: id(), status: string() }),
    refusals: ['NOT_FOUND'],
  }),
  decide: call({
    method: 'POST',
    path: '/api/admin/review/decide',
    access: 'staff',
    summary:
      'Passes, returns or fails a work that the caller has open. The score comes from `criteria` or `score`, otherwise from the points of its questions once each has some; it is released at once unless the task holds results.',
    input: fields({
      submit_id: id(),
      decision: decision(),
      /** On the task's scale, before lateness; null leaves it ungraded. */
      score: optional(nullable(number({ minimum: 0, maximum: 100_000 }))),
      /** The full marks on screen when `score` was typed; SCALE if the task has other full marks now. */
      max_score: optional(fullMarks()),
      /**
       * Whether `score` is the sum of the points of the questions and was not typed; CHANGED if that sum is different
       * by now.
       */
      follows: optional(boolean()),
      /** CHANGED if a criterion given with its weight has another weight by now. */
      criteria: optional(list(GivenLevel, { maxItems: 8 })),
      text: optional(text(5000)),
      marks: optional(list(Mark, { maxItems: 50 })),
      waive_late: optional(boolean()),
      /** Reviews this earlier version of the same student instead: the last one handed in on time (docs/rules.md). */
      version: optional(integer({ minimum: 1 })),
      /** When a returned work is due; by default 7 days from its release. */
      return_due_at: optional(instant()),
      /** Overrides the task's setting for this result. */
      hold: optional(boolean()),
      /** Points that replace those of the machine, from 0 to the full points of the question. */
      question_points: optional(list(QuestionPoints, { maxItems: 60 })),
    }),
    output: SavedReview,
    refusals: [
      'NOT_FOUND',
      'ARCHIVED',
      'STATE',
      'NOT_REVIEWING',
      'LOCKED_REVIEW',
      'FEEDBACK',
      'SCORE',
      'SCALE',
      'CHANGED',
      'CRITERIA',
      'OWN_WORK',
      'ROLE',
      'INVALID',
    ],
  }),
  release: call({
    method: 'POST',
    path: '/api/admin/review/release',
    access: 'staff',
    summary:
      'Releases the held results of a task, all of them or those of some works; `preview` only counts the people who would see them.',
    input: fields({ task_id: id(), submit_ids: optional(list(id(), { maxItems: 500 })), preview: optional(boolean()) }),
    output: fields({ released: count(), people: count() }),
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'ROLE'],
  }),
  appeals: call({
    method: 'GET',
    path: '/api/admin/appeal/list',
    access: 'staff',
    summary: 'Appeals, open ones first, oldest first.',
    /** `changed`: those answered by another try as well. */
    input: fields({ guild_id: optional(id()), status: optional(oneOf('open', 'kept', 'changed')), ...paging }),
    output: pageOf(AppealRow),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  answerAppeal: call({
    method: 'POST',
    path: '/api/admin/appeal/answer',
    access: 'staff',
    summary:
      'Answers an appeal: keeps the result or gives a new one, where the difference is written to the ledger as a correction.',
    input: fields({
      id: id(),
      outcome: oneOf('keep', 'change'),
      answer: text(2000, 2),
      /**
       * For a changed score, as in a correction: omitted, the decision stays if the score stays, else the pass line
       * decides.
       */
      decision: optional(oneOf('pass', 'fail')),
      score: optional(nullable(number({ minimum: 0, maximum: 100_000 }))),
      /** The full marks on screen when `score` was typed; SCALE if the task has other full marks now. */
      max_score: optional(fullMarks()),
    }),
    output: AppealRow,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'SCORE', 'SCALE', 'OWN_WORK', 'ROLE', 'INVALID'],
  }),
  extensions: call({
    method: 'GET',
    path: '/api/admin/extension/list',
    access: 'staff',
    summary: 'Requests for more time, open ones first, oldest first.',
    input: fields({ guild_id: optional(id()), status: optional(oneOf('open', 'granted', 'refused')), ...paging }),
    output: pageOf(ExtensionRow),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  answerExtension: call({
    method: 'POST',
    path: '/api/admin/extension/answer',
    access: 'staff',
    summary: 'Answers a request for more time: grants it until `until`, or refuses it.',
    input: fields({ id: id(), grant: boolean(), until: optional(instant()), answer: optional(text(500)) }),
    output: ExtensionRow,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'OWN_WORK', 'ROLE', 'INVALID'],
  }),
  findReceipt: call({
    method: 'GET',
    path: '/api/admin/receipt/find',
    access: 'staff',
    summary: 'The version to which a receipt number belongs.',
    input: fields({ no: text(40, 3) }),
    output: fields({
      no: string(),
      submit_id: id(),
      student: Person,
      task_title: string(),
      version: integer(),
      at: instant(),
      late: boolean(),
      sha256: list(string()),
      files: list(fields({ name: string(), size: count(), sha256: string() })),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
