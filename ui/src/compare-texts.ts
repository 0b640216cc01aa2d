import { diffArrays } from 'diff/lib/diff/array.js'

/** A piece of a text, and whether the other text has it too. */
export type Piece = { text: string; isOnly: boolean }

// Two texts with more changed sentences than this are not aligned: all of both counts as new, and nobody waits.
const mostChanges = 1_000

/** A text cut after each sentence, full-width and half-width, and at each end of a line; without empty pieces. */
export const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[\u3002\uff01\uff1f\uff1b])|(?<=[.!?;])\s+|\n+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

/** Two texts sentence by sentence: what each has that the other has not, in its order. O(sentences × changes). */
export const compareTexts = (before: string, after: string): { before: Piece[]; after: Piece[] } => {
  const [one, other] = [sentencesIn(before), sentencesIn(after)]
  const changes = diffArrays(one, other, { maxEditLength: mostChanges }) ?? [
    { value: one, removed: true, added: false },
    { value: other, removed: false, added: true },
  ]
  const side = (whose: 'removed' | 'added', others: 'removed' | 'added'): Piece[] =>
    changes
      .filter((change) => !change[others])
      .flatMap((change) => change.value.map((text) => ({ text, isOnly: change[whose] })))
  return { before: side('removed', 'added'), after: side('added', 'removed') }
}
