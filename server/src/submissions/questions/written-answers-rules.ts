import type { Question } from '../../tasks/questions/question-rules.ts'

/** The words beside answers that are written out. */
export type AnswerWords = {
  /** Between several answers to one question. */
  comma: string
  right: string
  wrong: string
  blank: string
  /** The label of a question that the task no longer has. */
  gone: string
}

type Answers = Readonly<Record<string, string | number | readonly string[]>>

const wordsOf = ({ kind, options = [], unit = '' }: Question, given: Answers[string], said: AnswerWords): string => {
  const typed = [given].flat().map(String)
  if (kind === 'truefalse') return typed.map((one) => (one === 'true' ? said.right : said.wrong)).join(said.comma)
  const texts = typed.map((one) => options.find(({ id }) => id === one)?.text ?? one)
  const all = texts.filter((one) => one.trim() !== '').join(said.comma)
  return all === '' || unit === '' ? all : `${all} ${unit}`
}

/** The questions of a task with the answers of a work, as text to read; empty where there are neither. */
export const writtenAnswers = (questions: readonly Question[], answers: Answers, said: AnswerWords): string => {
  const asked = questions.map((question, at) => {
    const given = answers[question.id]
    const words = given === undefined ? '' : wordsOf(question, given, said)
    return `${at + 1}. ${question.label}\n\n${words || said.blank}`
  })
  const known = new Set(questions.map(({ id }) => id))
  const left = Object.entries(answers)
    .filter(([id]) => !known.has(id))
    .map(([, given]) => `${said.gone}\n\n${[given].flat().map(String).join(said.comma)}`)
  return [...asked, ...left].join('\n\n')
}
