import { boolean, fields, list, number, oneOf, optional, string } from './schema.ts'

/** What is answered: in words, with a number, one or many of several options, a blank to be filled, or right or wrong. */
export const questionKind = () => oneOf('text', 'number', 'one', 'many', 'blank', 'truefalse')

/** What a student reads of a question. What is right is never part of it. */
export const Question = fields({
  id: string(),
  label: string(),
  kind: questionKind(),
  /** Of a choice; an answer names ids. */
  options: optional(list(fields({ id: string(), text: string() }))),
  /** Of a question without points: nothing is handed in without an answer. With points a blank just gets none. */
  required: boolean(),
  /** What a right answer counts; without points it is asked and not marked. */
  points: optional(number()),
  /** Of `many`: what some of the right options without a wrong one count; nothing unless it says half. */
  partial: optional(oneOf('none', 'half')),
  /** Of `number`: what stands behind the answer. */
  unit: optional(string()),
  /** Its place among the others that say so is each student’s own. */
  shuffle: optional(boolean()),
})
