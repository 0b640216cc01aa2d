import { call } from './call.ts'
import { boolean, fields, id, instant, integer, nullable, optional, string, text } from './schema.ts'

/** The allowed length of feedback on an assistant, in code points. */
export const feedbackLength = { min: 5, max: 500 } as const

const rating = () => integer({ minimum: 1, maximum: 5 })

const Written = fields({
  /** The month by the school’s clock, for example 2026-10. */
  period: string(),
  /** Until this moment, writing again replaces the feedback. */
  editable_until: instant(),
})

export const feedback = {
  commentAssistant: call({
    method: 'POST',
    path: '/api/student/commentAssistant',
    access: 'student',
    summary:
      'Gives feedback on an assistant of a guild of the caller: one a month, writing again replaces it. It never affects marks.',
    input: fields({
      assistant_id: id(),
      comment: text(feedbackLength.max, feedbackLength.min),
      rating: optional(rating()),
    }),
    output: Written,
    refusals: ['NOT_FOUND', 'NOT_MEMBER', 'EMPTY', 'TOO_FAST'],
  }),
  mine: call({
    method: 'GET',
    path: '/api/student/my_feedback',
    access: 'student',
    summary: 'The caller’s feedback on an assistant this month, and whether teachers see the author’s name.',
    input: fields({ assistant_id: id() }),
    output: fields({
      ...Written.properties,
      /**
       * Whether teachers see the student’s name: the guild’s setting when the feedback was written, else the present
       * one.
       */
      named: boolean(),
      comment: string(),
      rating: nullable(rating()),
    }),
    refusals: ['NOT_FOUND', 'NOT_MEMBER'],
  }),
}
