import { boolean, fields, list, number, oneOf, optional, string } from './schema.ts'

/**
 * What is answered: in words, with a number, one or many of several options, a blank to be filled, or right or wrong.
 */
export const questionKind = () => oneOf('text', 'number', 'one', 'many', 'blank', 'truefalse')

/** What a student reads of a question. What is right is never part of it. */
export const Question = fields({
  id: string(),
  label: string(),
  kind: questionKind(),
  /** The options of a choice; an answer refers to their ids. */
  options: optional(list(fields({ id: string(), text: string() }))),
  /**
   * For a question without points: the work cannot be submitted without an answer. With points, an unanswered question
   * just gets none.
   */
  required: boolean(),
  /** Points for a right answer; without points the question is not marked. */
  points: optional(number()),
  /** For `many`: the credit for some of the right options without a wrong one; none unless it is `half`. */
  partial: optional(oneOf('none', 'half')),
  /** For `number`: the unit shown after the answer. */
  unit: optional(string()),
  /** Whether its place is shuffled for each student, among the other questions with this flag. */
  shuffle: optional(boolean()),
})
