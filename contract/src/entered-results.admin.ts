import { call } from './call.ts'
import { fullMarks } from './review-work.admin.ts'
import { boolean, count, fields, id, instant, nullable, number, oneOf, optional, string, text } from './schema.ts'

/** The kind of value in a cell of an offline task: a number, 缺, 免做, or nothing. */
export const enteredWord = () => oneOf('score', 'missing', 'excused', 'blank')

/** What staff typed for one student of an offline task. */
export const EnteredCell = fields({
  /** Number of changes, to be sent with the next one as `base_version`; 0: nothing was ever typed. */
  version: count(),
  word: enteredWord(),
  /** On the task’s scale; null unless the word is score. 0 is a number. */
  score: nullable(number()),
  /** The words for the student. */
  text: string(),
  /** Whether a typed value is not released yet. */
  held: boolean(),
  released_at: nullable(instant()),
})

export const enteredResultsAdmin = {
  set: call({
    method: 'POST',
    path: '/api/admin/grade/set',
    access: 'staff',
    summary:
      'Enters the result of a student for an offline task: a score, 缺 (missing) or 免做 (excused); a null score without a word empties the cell. It is released at once unless the task holds results. A released result changes only with a reason, as a correction. CONFLICT answers the present cell if somebody else has changed it; DONE_ELSEWHERE if the student does the task in another class of the set.',
    input: fields({
      task_id: id(),
      user_id: id(),
      base_version: count(),
      /** On the task’s scale. Ignored beside a word. */
      score: nullable(number({ minimum: 0, maximum: 1000 })),
      /** The full marks on screen when `score` was typed; SCALE if the task has other full marks now. */
      max_score: optional(fullMarks()),
      word: optional(oneOf('missing', 'excused')),
      /** The words for the student; omitted: the earlier words stay. */
      text: optional(text(2000)),
      /** Why a released result changes: for the history. */
      reason: optional(text(500, 2)),
    }),
    output: fields({ user_id: id(), ...EnteredCell.properties }),
    refusals: [
      'NOT_FOUND',
      'ARCHIVED',
      'STATE',
      'SCORE',
      'SCALE',
      'OWN_WORK',
      'CONFLICT',
      'RELEASED',
      'DONE_ELSEWHERE',
    ],
  }),
}
