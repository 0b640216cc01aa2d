import { questionKind } from './questions.ts'
import { boolean, fields, line, list, number, oneOf, optional, text } from './schema.ts'

/**
 * A question as staff write it. The client chooses its id and those of its options; they stay the same, so that stored
 * answers keep their meaning.
 */
export const QuestionInput = fields({
  id: line(36),
  label: text(200),
  kind: questionKind(),
  options: optional(list(fields({ id: line(100), text: text(100) }), { maxItems: 12 })),
  required: boolean(),
  points: optional(number({ minimum: 0, maximum: 100 })),
  partial: optional(oneOf('none', 'half')),
  unit: optional(text(20)),
  shuffle: optional(boolean()),
})

/** The key of a question, for staff; students can read it once nobody can submit any more. */
export const QuestionKey = fields({
  question_id: line(36),
  /**
   * Ids of the right options; for `blank` and `number` each answer that is right; `true` or `false`. None for `text`.
   */
  accepted: list(text(200), { maxItems: 20 }),
  /** For `number`: how far an answer may be from an accepted one. */
  tolerance: number({ minimum: 0, maximum: 1e12 }),
  /** Why it is right, in plain words. */
  explanation: text(1000),
})

/** The points that staff give for a question. */
export const QuestionPoints = fields({ question_id: line(36), points: number({ minimum: 0, maximum: 100 }) })
