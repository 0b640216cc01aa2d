import type { QuestionCounts } from '@tongchuang/contract/statistics.admin.ts'
import { markAnswers, type QuestionMark } from '../submissions/questions/marking-rules.ts'
import type { Question, QuestionKey } from '../tasks/questions/question-rules.ts'
import { mayTell } from './statistics-rules.ts'

export type Answers = Readonly<Record<string, string | number | readonly string[]>>
/** The released work of one member: the answers, and the mark of each question. */
export type AnsweredWork = { task_id: number; answers: Answers; marks: readonly QuestionMark[] }

const mostAnswers = 5
// An answer typed by a single person could reveal who it was.
const fewestAlike = 2

// Ignores width, case and spaces, like the marking of blanks.
const plain = (typed: string): string => typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The content of an answer, as ids of options or as it was typed; empty where it is blank. */
const said = (answer: Answers[string] | undefined): string[] => {
  if (answer === undefined) return []
  const all = typeof answer === 'string' || typeof answer === 'number' ? [String(answer)] : answer
  return all.filter((one) => one.trim() !== '')
}

const isRight = (question: Question, key: QuestionKey | undefined, answer: string): boolean =>
  key !== undefined &&
  (question.kind === 'blank' || question.kind === 'number'
    ? markAnswers([question], [key], { [question.id]: answer })[0]?.outcome === 'right'
    : key.accepted.includes(answer))

/** How many chose each option. */
const optionsChosen = (question: Question, key: QuestionKey | undefined, answers: readonly string[][]) => {
  const options = question.kind === 'truefalse' ? ['true', 'false'] : (question.options ?? []).map(({ id }) => id)
  const chosen = options.map((answer) => ({
    answer,
    right: isRight(question, key, answer),
    many: answers.filter((all) => all.includes(answer)).length,
  }))
  return { chosen, others: 0 }
}

/** The most frequent typed answers; those typed only once count among the others. */
const wordsTyped = (question: Question, key: QuestionKey | undefined, answers: readonly string[][]) => {
  const groups = [...Map.groupBy(answers.flat(), plain).values()].toSorted((one, other) => other.length - one.length)
  const shown = groups.filter((all) => all.length >= fewestAlike).slice(0, mostAnswers)
  const chosen = shown.map((all) => {
    const answer = (all[0] ?? '').trim().slice(0, 100)
    return { answer, right: isRight(question, key, all[0] ?? ''), many: all.length }
  })
  return { chosen, others: answers.flat().length - chosen.reduce((sum, { many }) => sum + many, 0) }
}

/**
 * How the members answered a question; null where too few were asked, or where a class with too few could be derived by
 * subtracting the others from the whole.
 */
export const countsOf = (
  question: Question,
  key: QuestionKey | undefined,
  works: readonly AnsweredWork[],
): QuestionCounts | null => {
  const asked = works.flatMap(({ task_id, answers, marks }) => {
    const mark = marks.find(({ question_id }) => question_id === question.id)
    return mark ? [{ task_id, mark, answer: said(answers[question.id]) }] : []
  })
  const byClass = [...Map.groupBy(asked, ({ task_id }) => task_id).values()].map(({ length }) => length)
  if (!mayTell(byClass)) return null
  const many = (outcome: QuestionMark['outcome']) => asked.filter(({ mark }) => mark.outcome === outcome).length
  const answers = asked.map(({ answer }) => answer)
  const isTyped = question.kind === 'blank' || question.kind === 'number'
  return {
    works: asked.length,
    right: many('right'),
    partial: many('partial'),
    wrong: many('wrong'),
    blank: many('blank'),
    open: many('open'),
    ...(question.kind === 'text'
      ? { chosen: [], others: 0 }
      : isTyped
        ? wordsTyped(question, key, answers)
        : optionsChosen(question, key, answers)),
  }
}
