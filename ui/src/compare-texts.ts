import { diffArrays } from 'diff/lib/diff/array.js'

/** A piece of a text, and whether only this text has it. */
export type Piece = { text: string; isOnly: boolean }

// Two texts with more changed sentences than this are not aligned: all of both counts as new, so that nobody has to
// wait.
const mostChanges = 1_000

/** Splits a text after each sentence, full-width or half-width, and at each line end; empty pieces are dropped. */
export const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[\u3002\uff01\uff1f\uff1b])|(?<=[.!?;])\s+|\n+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

/** Compares two texts sentence by sentence and marks what only one of them has, in order. O(sentences × changes). */
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
