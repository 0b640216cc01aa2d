import type { StudentTask, Submission } from '../../queries/student-task.ts'

type Answers = NonNullable<Submission['answers']>
type Questions = StudentTask['task']['questions']

/** The chosen options by their texts instead of their ids. */
const wordsOf = (options: readonly { id: string; text: string }[], answer: Answers[string] | undefined): string =>
  [answer ?? []]
    .flat()
    .map((one) => options.find(({ id }) => id === one)?.text ?? one)
    .join(', ')

/** The answers of a version in words, in the order of the questions; `fixed` names true and false. */
export const answersIn = (
  questions: Questions,
  answers: Answers,
  fixed: Readonly<Record<'true' | 'false', string>>,
): { id: string; label: string; words: string }[] => {
  const either = (['true', 'false'] as const).map((id) => ({ id, text: fixed[id] }))
  return questions
    .filter(({ id }) => answers[id] !== undefined)
    .map(({ id, label, kind, options = [] }) => ({
      id,
      label,
      words: wordsOf(kind === 'truefalse' ? either : options, answers[id]),
    }))
}
