import { isChoice } from '@tongchuang/contract/rules/answers.ts'
import { taskLimits } from '@tongchuang/contract/task-editing.admin.ts'
import type { TaskForm } from './queries.ts'

export type Question = TaskForm['questions'][number]
export type QuestionKey = TaskForm['keys'][number]
export type Kind = Question['kind']
/** The questions of a task with their keys. */
export type Asked = { questions: Question[]; keys: QuestionKey[] }

export const kinds = ['one', 'many', 'truefalse', 'blank', 'number', 'text'] as const satisfies readonly Kind[]
export const mostQuestions = taskLimits.questions
export const mostOptions = taskLimits.options

/** A random id without a meaning. */
export const freshId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The letter of an option: A, B, C … */
export const letterOf = (at: number): string => String.fromCodePoint(65 + at)

export const emptyKey = (question_id: string): QuestionKey => ({
  question_id,
  accepted: [],
  tolerance: 0,
  explanation: '',
})

/** The key of a question; empty if there is none yet. */
export const keyOf = ({ keys }: Asked, id: string): QuestionKey =>
  keys.find(({ question_id }) => question_id === id) ?? emptyKey(id)

/** Replaces one question, and its key if one is given. */
export const withQuestion = (asked: Asked, question: Question, key?: QuestionKey): Asked => ({
  questions: asked.questions.map((one) => (one.id === question.id ? question : one)),
  keys: key ? [...asked.keys.filter(({ question_id }) => question_id !== question.id), key] : asked.keys,
})

/** A question converted to another kind: a choice keeps its options, and the right answer is asked for again. */
export const ofKind = ({ id, label, required, points, shuffle, options }: Question, kind: Kind): Question => ({
  id,
  label,
  kind,
  required,
  ...(points !== undefined && { points }),
  ...(shuffle !== undefined && { shuffle }),
  ...(isChoice({ kind }) && {
    options: options ?? [
      { id: freshId(), text: '' },
      { id: freshId(), text: '' },
    ],
  }),
})

/** The questions with one of them moved. */
export const moved = (asked: Asked, at: number, by: 1 | -1): Asked => {
  const questions = [...asked.questions]
  const [one] = questions.splice(at, 1)
  if (one) questions.splice(at + by, 0, one)
  return { ...asked, questions }
}

export const without = ({ questions, keys }: Asked, id: string): Asked => ({
  questions: questions.filter((one) => one.id !== id),
  keys: keys.filter(({ question_id }) => question_id !== id),
})

/** The questions as sent: an empty option is only the input for the next one, and keys contain no missing options. */
export const sentQuestions = ({ questions, keys }: Asked): Asked => {
  const sent = questions.map((one) =>
    one.options ? { ...one, options: one.options.filter(({ text }) => text.trim() !== '') } : one,
  )
  const accepts = (question: Question, word: string) =>
    question.options ? question.options.some(({ id }) => id === word) : word.trim() !== ''
  return {
    questions: sent,
    keys: keys.flatMap((key) => {
      const question = sent.find(({ id }) => id === key.question_id)
      return question ? [{ ...key, accepted: key.accepted.filter((word) => accepts(question, word)) }] : []
    }),
  }
}

/** Whether a part of a question is still missing. */
export const isUnfinished = (question: Question, key: QuestionKey): boolean => {
  const { label, kind, options = [], points = 0 } = question
  if (label.trim() === '') return true
  if (isChoice(question) && options.filter(({ text }) => text.trim() !== '').length < 2) return true
  return points > 0 && kind !== 'text' && !key.accepted.some((one) => one.trim() !== '')
}

/** The points of all questions, and of those the machine marks. */
export const pointsOf = (questions: readonly Question[]): { all: number; byMachine: number } => {
  const sum = (of: readonly Question[]) => Math.round(of.reduce((all, { points = 0 }) => all + points, 0) * 100) / 100
  return { all: sum(questions), byMachine: sum(questions.filter(({ kind }) => kind !== 'text')) }
}
