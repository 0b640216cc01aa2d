type Weight = { label: string; before: number; weight: number }

/** Full marks, weights and keys that change while a work is marked. */
export const fullMarks = {
  reweighed: (all: readonly Weight[]) =>
    `Weights have changed: ${all.map((one) => `${one.label} ${one.weight}, not ${one.before}`).join('; ')}. The total is by the new ones. Look at it before you save`,
  rescaled: (from: number, to: number, score: string) =>
    `Full marks have changed from ${from} to ${to}: the score you typed is ${score} now. Look at it before you save`,
  remarked: (before: string, after: string) =>
    `The questions were marked anew: the score is ${after} now${before && `, not ${before}`}. Look at it before you save`,
}
