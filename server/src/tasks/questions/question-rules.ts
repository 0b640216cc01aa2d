import type { QuestionKey as KeyShape } from '@tongchuang/contract/questions.admin.ts'
import type { Question as QuestionShape } from '@tongchuang/contract/questions.ts'
import { isChoice } from '@tongchuang/contract/rules/answers.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import { storedValue, type StoredJson } from '../../db/stored-json.ts'
import type { Bilingual } from '../../http/language.ts'

export type Question = Static<typeof QuestionShape>
export type QuestionKey = Static<typeof KeyShape>
/** Options may be stored as words alone, which then serve as their ids. */
export type StoredQuestion = Omit<Question, 'options'> & { options?: (string | { id: string; text: string })[] }

/** Parses the stored questions of a task. */
export const questionsOf = (stored: StoredJson<StoredQuestion[]>): Question[] =>
  storedValue(stored).map(({ options, ...question }) => ({
    ...question,
    ...(options && { options: options.map((one) => (typeof one === 'string' ? { id: one, text: one } : one)) }),
  }))

/** Whether a question has points. */
export const hasPoints = ({ points = 0 }: Pick<Question, 'points'>): boolean => points > 0

/** Whether only staff can mark the question. */
export const isMarkedByStaff = ({ kind }: Pick<Question, 'kind'>): boolean => kind === 'text'

// FNV-1a: gives the same hash on every machine and in every version, which is all that is needed.
const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0, 0x811c9dc5)

/**
 * The questions in one student's order: questions marked `shuffle` change places among themselves, the others stay. The
 * order is always the same for an enrolment, and an added question does not change the order of the others among
 * themselves.
 */
export const inOwnOrder = (questions: readonly Question[], enrolment_id: number): Question[] => {
  const moving = questions
    .filter(({ shuffle }) => shuffle)
    .map((question) => ({ question, hash: hashOf(`${enrolment_id}:${question.id}:${enrolment_id}`) }))
    .toSorted((one, other) => one.hash - other.hash || (one.question.id < other.question.id ? -1 : 1))
  let next = 0
  return questions.map((question) => {
    if (!question.shuffle) return question
    const at = next
    next += 1
    return moving[at]?.question ?? question
  })
}

/**
 * Parses a number as people type it: accepts full-width digits, a typographic minus, spaces and thousands separators;
 * null for anything else.
 */
export const numberIn = (typed: string): number | null => {
  if (typed.length > 100) return null
  const plain = typed.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('−', '-').replaceAll('。', '.')
  const whole = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(whole) ? Number(whole) : null
}

const problem = (zh: string, en: string): Bilingual => ({ zh, en })

/** The first mismatch between questions and keys; null where there is none. */
export const wrongKey = (questions: readonly Question[], keys: readonly QuestionKey[]): Bilingual | null => {
  if (new Set(keys.map(({ question_id }) => question_id)).size !== keys.length)
    return problem('同一道题给了两次答案', 'A question was given two keys')
  const asked = new Map(questions.map((question) => [question.id, question]))
  for (const { question_id, accepted } of keys) {
    const question = asked.get(question_id)
    if (!question) return problem('有答案不属于任何一道题', 'A key belongs to no question')
    if (!fitsKey(question, accepted))
      return problem(`「${question.label}」的答案不合题型`, `The key of “${question.label}” does not fit the question`)
  }
  return null
}

const fitsKey = (question: Question, accepted: readonly string[]): boolean => {
  const { kind, options = [] } = question
  if (kind === 'text') return accepted.length === 0
  if (kind === 'blank' || kind === 'number') return true
  if (kind === 'truefalse') return accepted.length <= 1 && accepted.every((one) => one === 'true' || one === 'false')
  return (
    (kind === 'many' || accepted.length <= 1) &&
    new Set(accepted).size === accepted.length &&
    accepted.every((id) => options.some((option) => option.id === id))
  )
}

/** Whether a key is complete enough for marking by the machine. */
export const isKnown = ({ kind }: Pick<Question, 'kind'>, { accepted }: Pick<QuestionKey, 'accepted'>): boolean =>
  accepted.some((one) => (kind === 'number' ? numberIn(one) !== null : one.trim() !== ''))

/** Whether a question with points that the machine marks still lacks its key. */
export const lacksKey = (question: Question, keys: readonly QuestionKey[]): boolean =>
  hasPoints(question) &&
  !isMarkedByStaff(question) &&
  !keys.some((key) => key.question_id === question.id && isKnown(question, key))

/** Whether a choice has fewer than two options, or an empty one. */
export const lacksOptions = (question: Question): boolean =>
  isChoice(question) &&
  ((question.options ?? []).length < 2 || (question.options ?? []).some(({ text }) => text.trim() === ''))

/** The first duplicate among questions or options, or options where none belong; null where there is nothing wrong. */
export const wrongQuestion = (questions: readonly Question[]): Bilingual | null => {
  if (new Set(questions.map(({ id }) => id)).size !== questions.length)
    return problem('有两道问题用了同一个编号', 'Two questions have the same id')
  for (const question of questions) {
    const { label, options = [] } = question
    if (!isChoice(question) && options.length > 0)
      return problem(`「${label}」不是选择题，不能有选项`, `“${label}” is no choice and has no options`)
    const isTwice = (name: 'id' | 'text') => new Set(options.map((one) => one[name])).size !== options.length
    if (isTwice('id') || isTwice('text'))
      return problem(`「${label}」有两个相同的选项`, `Two options of “${label}” are the same`)
  }
  return null
}
