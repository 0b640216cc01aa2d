import type { Static } from '../schema.ts'
import type { Question } from '../questions.ts'
import type { answers } from '../submissions.ts'

type Answers = Static<ReturnType<typeof answers>>

/** The chosen options by their texts instead of their ids. */
const wordsOf = (options: readonly { id: string; text: string }[], answer: Answers[string] | undefined): string =>
  [answer ?? []]
    .flat()
    .map((one) => options.find(({ id }) => id === one)?.text ?? one)
    .join(', ')

/** The answers of a version in words, in the order of the questions; `fixed` names true and false. */
export const answersInWords = (
  questions: readonly Static<typeof Question>[],
  given: Answers,
  fixed: Readonly<Record<'true' | 'false', string>>,
): { id: string; label: string; words: string }[] => {
  const either = (['true', 'false'] as const).map((id) => ({ id, text: fixed[id] }))
  return questions
    .filter(({ id }) => given[id] !== undefined)
    .map(({ id, label, kind, options = [] }) => ({
      id,
      label,
      words: wordsOf(kind === 'truefalse' ? either : options, given[id]),
    }))
}
