import { boolean, fields, list, number, oneOf, optional, string } from './schema.ts'

/** The kind of answer: words, a number, one or several of the options, the text of a blank, or true or false. */
export const questionKind = () => oneOf('text', 'number', 'one', 'many', 'blank', 'truefalse')

/** A question as a student reads it; it never contains the right answer. */
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
