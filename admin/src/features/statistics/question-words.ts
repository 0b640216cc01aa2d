import type { AskedQuestion } from './queries.ts'

type Words = { truth: { true: string; false: string }; comma: string }

/** An answer as readable text; options are shown by their texts. */
export const answerWords = (
  { kind, options = [], unit }: AskedQuestion['question'],
  answer: string,
  { truth }: Words,
) => {
  if (kind === 'truefalse') return answer === 'true' ? truth.true : truth.false
  if (kind === 'number') return unit ? `${answer} ${unit}` : answer
  return options.find(({ id }) => id === answer)?.text ?? answer
}

/** The right answer as readable text. */
export const rightWords = ({ question, accepted, tolerance }: AskedQuestion, words: Words): string =>
  accepted
    .map((one) =>
      question.kind === 'number' && tolerance > 0
        ? answerWords(question, `${one}±${tolerance}`, words)
        : answerWords(question, one, words),
    )
    .join(words.comma)
