/** Whether a question is answered: with a number, a text that is not blank, or a choice that is not empty. */
export const isAnswered = (answer: string | number | readonly string[] | undefined): boolean =>
  typeof answer === 'number' ||
  (answer !== undefined && (typeof answer === 'string' ? answer.trim() : answer).length > 0)

/** Whether a question is answered by choosing among its options. */
export const isChoice = ({ kind }: { kind: string }): boolean => kind === 'one' || kind === 'many'
