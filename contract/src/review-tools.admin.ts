import { QuestionPoints } from './questions.admin.ts'
import { call } from './call.ts'
import { fullMarks, Person, ReviewDraft, ReviewWork } from './review-work.admin.ts'
import { SavedReview } from './reviews.admin.ts'
import { GivenLevel, Mark } from './reviews.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  line,
  list,
  none,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
  timesSaved,
} from './schema.ts'
import { taskState } from './tasks.ts'

const SavedComment = fields({
  id: id(),
  text: string(),
  /** The guild whose reviewers share it; null: private to its owner. */
  guild_id: nullable(id()),
  /** Whether the caller owns it; only the owner can change it. */
  mine: boolean(),
})

/** A task or a set; exactly one of the two is given. */
const ofTaskOrSet = { task_id: optional(id()), set_id: optional(id()) }

const RemindedClass = fields({ task_id: id(), guild_id: id(), guild_name: string(), people: count() })

/** The tools beside the decisions of `reviewsAdmin`: reading, drafts, saved comments, corrections, reminders. */
export const reviewToolsAdmin = {
  summary: call({
    method: 'GET',
    path: '/api/admin/review/summary',
    access: 'staff',
    summary:
      'The guilds that the caller reviews, by name, and their tasks with works that wait or are held, those with the most works first.',
    input: none(),
    output: fields({
      guilds: list(fields({ id: id(), name: string(), waiting: count() })),
      /** At most 200 tasks, those with the most works first. */
      tasks: list(
        fields({
          id: id(),
          guild_id: id(),
          /** The set it belongs to; null for none. */
          set_id: nullable(id()),
          title: string(),
          due_at: nullable(instant()),
          waiting: count(),
          held: count(),
        }),
      ),
      /** Classes of the students whose works wait or whose results are held; 200 at most. */
      classes: list(string()),
      waiting: count(),
      held: count(),
      appeals: count(),
      extensions: count(),
      /** Number of students who wrote under a result and wait for an answer. */
      notes: count(),
    }),
    refusals: [],
  }),
  work: call({
    method: 'GET',
    path: '/api/admin/review/work',
    access: 'staff',
    summary: 'Reads a work without opening it for review.',
    input: fields({ submit_id: id() }),
    output: ReviewWork,
    refusals: ['NOT_FOUND', 'OWN_WORK'],
  }),
  saveDraft: call({
    method: 'POST',
    path: '/api/admin/review/draft',
    access: 'staff',
    summary:
      'Saves the caller’s draft of a review, also while another reviewer has the work open. Renews the caller’s own lock.',
    input: fields({
      submit_id: id(),
      /** The `draft_version` last seen, 0 before the first save: otherwise `CONFLICT` with the stored draft. */
      base_version: timesSaved(),
      score: optional(nullable(number({ minimum: 0, maximum: 100_000 }))),
      /** The full marks for which `score` was typed; omitted: the present ones. */
      max_score: optional(fullMarks()),
      /** Whether `score` is the sum of the points of the questions and was not typed. */
      follows: optional(boolean()),
      criteria: optional(list(GivenLevel, { maxItems: 8 })),
      text: optional(text(5000)),
      marks: optional(list(Mark, { maxItems: 50 })),
      waive_late: optional(boolean()),
      version: optional(nullable(integer({ minimum: 1, maximum: 2 ** 31 - 1 }))),
      return_due_at: optional(nullable(instant())),
      hold: optional(nullable(boolean())),
      question_points: optional(list(QuestionPoints, { maxItems: 60 })),
    }),
    output: fields({ draft: ReviewDraft, locked_until: nullable(instant()) }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'CONFLICT', 'INVALID'],
  }),
  correct: call({
    method: 'POST',
    path: '/api/admin/review/correct',
    access: 'staff',
    summary:
      'Replaces a released result: the difference is written to the ledger, the reason to the history, and the student is told.',
    input: fields({
      submit_id: id(),
      /** Omitted: unchanged where the score stays or there is none, else decided by the pass line. */
      decision: optional(oneOf('pass', 'fail')),
      /**
       * The score the student gets, lateness included; null: no score, which needs a decision. Omitted: the current
       * score.
       */
      score: optional(nullable(number({ minimum: 0, maximum: 100_000 }))),
      /** The full marks on screen when `score` was typed; SCALE if the task has other full marks now. */
      max_score: optional(fullMarks()),
      text: optional(text(5000)),
      reason: text(500, 2),
      /** Marks on pictures and pages that the new result leaves out. */
      without_areas: optional(list(id(), { maxItems: 300 })),
      /** Voices to leave out of the new result. */
      without_voices: optional(list(id(), { maxItems: 5 })),
    }),
    output: SavedReview,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'SCORE', 'SCALE', 'OWN_WORK', 'ROLE', 'INVALID'],
  }),
  comments: call({
    method: 'GET',
    path: '/api/admin/comment/list',
    access: 'staff',
    summary: 'One’s saved comments and the newest 100 that others share in a guild, newest first.',
    input: fields({ guild_id: optional(id()) }),
    output: list(SavedComment),
    refusals: ['NOT_FOUND'],
  }),
  addComment: call({
    method: 'POST',
    path: '/api/admin/comment/create',
    access: 'staff',
    summary: 'Saves a comment for reuse, private or shared with the reviewers of a guild; 100 per person at most.',
    input: fields({ text: line(500), guild_id: optional(nullable(id())) }),
    output: SavedComment,
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  changeComment: call({
    method: 'POST',
    path: '/api/admin/comment/update',
    access: 'staff',
    summary: 'Changes a saved comment of the caller, or whom it is shared with.',
    input: fields({ id: id(), text: optional(line(500)), guild_id: optional(nullable(id())) }),
    output: SavedComment,
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  removeComment: call({
    method: 'POST',
    path: '/api/admin/comment/remove',
    access: 'staff',
    summary: 'Removes a saved comment of the caller.',
    input: fields({ id: id() }),
    output: fields({ id: id() }),
    refusals: ['NOT_FOUND'],
  }),
  missing: call({
    method: 'GET',
    path: '/api/admin/review/missing',
    access: 'staff',
    summary:
      'The students who have submitted nothing for a task, or for the task of any class of a set that the caller reviews, by id, each once.',
    input: fields({ ...ofTaskOrSet, ...paging }),
    output: fields({
      ...pageOf(
        fields({
          student: Person,
          /**
           * The task of the class where the work is expected: of several classes the one where they work, else the
           * first that is open.
           */
          task_id: id(),
          guild_id: id(),
          guild_name: string(),
          /** `available`: never accepted. */
          state: oneOf('available', 'doing', 'returned', 'expired', 'aborted'),
          /** When they were reminded last. */
          reminded_at: nullable(instant()),
        }),
      ).properties,
      /**
       * On the first page: how many students a reminder to all would reach now, by class; each student is counted in
       * one.
       */
      can_remind: list(RemindedClass),
    }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  holders: call({
    method: 'GET',
    path: '/api/admin/review/holders',
    access: 'staff',
    summary:
      'The students who hold a task, or who have submitted something for it, by id: the people whom the numbers of the task count.',
    input: fields({ task_id: id(), who: oneOf('accepted', 'submitted'), ...paging }),
    output: pageOf(
      fields({
        student: Person,
        state: taskState(),
        accepted_at: nullable(instant()),
        /** When the newest version was submitted; null where there is none. */
        submitted_at: nullable(instant()),
        late: boolean(),
        submit_id: nullable(id()),
      }),
    ),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  remind: call({
    method: 'POST',
    path: '/api/admin/review/remind',
    access: 'staff',
    summary:
      'Reminds students who can still hand in and have not, of a task or of any class of a set that the caller reviews: all of them or some, each once. Repeating it makes no second notice.',
    input: fields({ ...ofTaskOrSet, user_ids: optional(list(id(), { minItems: 1, maxItems: 500 })) }),
    output: fields({ people: count(), classes: list(RemindedClass) }),
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'INVALID'],
  }),
}
