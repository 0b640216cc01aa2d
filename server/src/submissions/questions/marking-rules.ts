import type { QuestionMark as MarkShape } from '@tongchuang/contract/question-results.ts'
import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import { twoDecimals } from '@tongchuang/contract/rules/percent.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import {
  hasPoints,
  isKnown,
  isMarkedByStaff,
  numberIn,
  type Question,
  type QuestionKey,
} from '../../tasks/questions/question-rules.ts'

export type QuestionMark = Static<typeof MarkShape>
type Answer = string | number | readonly string[] | undefined

const endOfSentence = /(?<=[^\s.。,，;；])[\s.。,，;；]+$/

// Differences in width, case and white space do not count, nor does the end of a sentence; Chinese is written without
// spaces.
const plain = (words: string): string =>
  words
    .normalize('NFKC')
    .trim()
    .replace(endOfSentence, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    .toLowerCase()

const isSame = (words: string, accepted: string): boolean =>
  words.length <= 1000 && accepted.trim() !== '' && plain(words) === plain(accepted)

/** An answer without the unit that its question writes behind it, and without the end of a sentence. */
const numberOf = (answer: string, unit: string): number | null => {
  const words = plain(answer)
  const ending = plain(unit)
  return numberIn(ending !== '' && words.endsWith(ending) ? words.slice(0, -ending.length) : words)
}

const isNear = (answer: string | number, unit: string, accepted: string, tolerance: number): boolean => {
  const given = typeof answer === 'number' ? answer : numberOf(answer, unit)
  const wanted = numberIn(accepted)
  if (given === null || wanted === null) return false
  // Allows for floating point: 0.3 − 0.1 must equal 0.2.
  return Math.abs(given - wanted) <= tolerance + 1e-9 * Math.max(1, Math.abs(wanted))
}

/** The chosen options, even where the question has since changed between one option and several. */
const chosenIn = (answer: Answer): readonly string[] => (Array.isArray(answer) ? answer : [String(answer)])

/** The share of a question's points that a non-blank answer earns: 0, ½ or 1. */
const worthOf = (question: Question, { accepted, tolerance }: QuestionKey, answer: Answer): 0 | 0.5 | 1 => {
  if (question.kind === 'many') {
    const chosen = chosenIn(answer)
    if (chosen.some((id) => !accepted.includes(id))) return 0
    if (chosen.length === accepted.length) return 1
    return question.partial === 'half' ? 0.5 : 0
  }
  if (question.kind === 'number' && (typeof answer === 'string' || typeof answer === 'number'))
    return accepted.some((one) => isNear(answer, question.unit ?? '', one, tolerance)) ? 1 : 0
  if (question.kind === 'one') {
    const [only, another] = chosenIn(answer)
    return another === undefined && accepted.includes(only ?? '') ? 1 : 0
  }
  if (typeof answer !== 'string') return 0
  if (question.kind === 'blank') return accepted.some((one) => isSame(answer, one)) ? 1 : 0
  return accepted.includes(answer) ? 1 : 0
}

const markOf = (question: Question, key: QuestionKey | undefined, answer: Answer): QuestionMark => {
  const max = question.points ?? 0
  const mark = { question_id: question.id, max }
  if (!isAnswered(answer)) return { ...mark, outcome: 'blank', points: 0 }
  if (isMarkedByStaff(question) || !key || !isKnown(question, key)) return { ...mark, outcome: 'open', points: null }
  const worth = worthOf(question, key, answer)
  const outcome = worth === 1 ? 'right' : worth === 0 ? 'wrong' : 'partial'
  return { ...mark, outcome, points: twoDecimals(max * worth) }
}

/**
 * The machine's marks of answers, one per question with points, in the order of the questions. A blank is never right.
 */
export const markAnswers = (
  questions: readonly Question[],
  keys: readonly QuestionKey[],
  answers: Readonly<Record<string, Answer>>,
): QuestionMark[] =>
  questions.filter(hasPoints).map((question) =>
    markOf(
      question,
      keys.find(({ question_id }) => question_id === question.id),
      Object.hasOwn(answers, question.id) ? answers[question.id] : undefined,
    ),
  )

/**
 * Marks a version again by the current questions and keys. Only questions marked before are covered, because later ones
 * were never asked of this version; where the machine can no longer decide, the earlier mark stays.
 */
export const markAgain = (
  { questions, keys }: { questions: readonly Question[]; keys: readonly QuestionKey[] },
  answers: Readonly<Record<string, Answer>>,
  earlier: readonly QuestionMark[],
): QuestionMark[] => {
  const before = new Map(earlier.map((mark) => [mark.question_id, mark]))
  return markAnswers(
    questions.filter(({ id }) => before.has(id)),
    keys,
    answers,
  ).map((mark) => (mark.points === null ? (before.get(mark.question_id) ?? mark) : mark))
}

/** The current mark of each question with points; a question added after the submission is left for staff to mark. */
export const marksNow = (questions: readonly Question[], found: readonly QuestionMark[]): QuestionMark[] =>
  questions.filter(hasPoints).map(
    ({ id, points = 0 }) =>
      found.find(({ question_id }) => question_id === id) ?? {
        question_id: id,
        outcome: 'open' as const,
        points: null,
        max: points,
      },
  )

/** Replaces the machine's points by those staff give; null where an unknown question or too many points are given. */
export const withGiven = (
  marks: readonly QuestionMark[],
  given: readonly { question_id: string; points: number }[],
): QuestionMark[] | null => {
  const points = new Map(given.map((one) => [one.question_id, one.points]))
  const isKnown = given.every(({ question_id }) => marks.some((mark) => mark.question_id === question_id))
  if (!isKnown || points.size !== given.length) return null
  if (marks.some(({ question_id, max }) => (points.get(question_id) ?? 0) > max)) return null
  return marks.map((mark) => {
    const own = points.get(mark.question_id)
    if (own === undefined || own === mark.points) return mark
    const outcome = own === mark.max ? 'right' : own > 0 ? 'partial' : mark.outcome === 'blank' ? 'blank' : 'wrong'
    return { ...mark, points: own, outcome }
  })
}

/** The score of marks on the task's scale; null while a question waits for staff, or where none has points. */
export const scoreOfMarks = (marks: readonly QuestionMark[], max_score: number): number | null => {
  const most = marks.reduce((sum, { max }) => sum + max, 0)
  if (most === 0 || marks.some(({ points }) => points === null)) return null
  return twoDecimals((marks.reduce((sum, { points }) => sum + (points ?? 0), 0) / most) * max_score)
}

/** The points of all questions; null while one waits for staff. */
export const pointsOfMarks = (marks: readonly QuestionMark[]): number | null =>
  marks.some(({ points }) => points === null)
    ? null
    : twoDecimals(marks.reduce((sum, { points }) => sum + (points ?? 0), 0))

/** Whether two lists hold the same marks in the same order. */
export const areSame = (marks: readonly QuestionMark[], others: readonly QuestionMark[]): boolean =>
  marks.length === others.length &&
  marks.every((mark, at) => {
    const other = others[at]
    return (
      mark.question_id === other?.question_id &&
      mark.points === other.points &&
      mark.max === other.max &&
      mark.outcome === other.outcome
    )
  })
