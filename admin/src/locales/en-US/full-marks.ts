/** Full marks that change while a score is typed. */
export const fullMarks = {
  rescaled: (from: number, to: number, score: string) =>
    `Full marks have changed from ${from} to ${to}: the score you typed is ${score} now. Look at it before you save`,
  remarked: (before: string, after: string) =>
    `The questions were marked anew: the score is ${after} now${before && `, not ${before}`}. Look at it before you save`,
}
