/** Full marks that change while a score is typed. */
export const fullMarks = {
  rescaled: (from: number, to: number, score: string) =>
    `Full marks have changed from ${from} to ${to}: the score you typed is ${score} now. Look at it before you save`,
}
