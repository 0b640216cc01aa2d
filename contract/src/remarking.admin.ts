import { call } from './call.ts'
import { Person } from './review-work.admin.ts'
import { count, fields, id, integer, list, nullable, number, oneOf, optional, text } from './schema.ts'

/**
 * `released`: the result is released and will be corrected; `held`: it is held; `kept`: the marks of its questions
 * change but its score stays, because staff typed the score or the sum is the same.
 */
const kind = () => oneOf('released', 'held', 'kept')

const Side = fields({
  /** On the task's scale, after lateness; null without a number. */
  score: nullable(number()),
  /** Points of its questions together; null while a question waits for staff. */
  points: nullable(number()),
  decision: oneOf('pass', 'fail'),
})

/** Marking works again after keys or questions were corrected. */
export const remarkingAdmin = {
  preview: call({
    method: 'GET',
    path: '/api/admin/task/remark_preview',
    access: 'staff',
    summary:
      'What would change if the works of a task were marked again by its present questions and keys. Points that staff gave for a question stay, and so do scores that they typed.',
    input: fields({ task_id: id() }),
    output: fields({
      /** The version of the task this preview is based on, to be sent to `remark`. */
      base_version: integer(),
      max_score: number(),
      /** Number of versions without a result whose questions the machine would now mark differently. */
      waiting: count(),
      /** Results by kind. */
      released: count(),
      held: count(),
      kept: count(),
      /** Results that change, released ones first; at most 200. */
      list: list(fields({ submit_id: id(), student: Person, kind: kind(), before: Side, after: Side })),
    }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
  remark: call({
    method: 'POST',
    path: '/api/admin/task/remark',
    access: 'staff',
    summary:
      'Marks the works of a task again, 40 results in one transaction; to be repeated while `left` is not 0. A released result is corrected, which its student is told, and requires a reason. No result is changed twice.',
    input: fields({
      task_id: id(),
      /** As `remark_preview` answered it: CONFLICT where the task was changed since. */
      base_version: integer({ minimum: 0 }),
      /** The reason, which students read in the history of their work; required where a released result changes. */
      reason: optional(text(500)),
    }),
    output: fields({ done: count(), left: count() }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'CONFLICT', 'INVALID', 'STATE'],
  }),
}
