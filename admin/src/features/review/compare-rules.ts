/** A piece of a text, and whether the other text has it too. */
export type Piece = { text: string; isOnly: boolean }

// A longer pair than this is not aligned: its middle counts as new, and nobody waits.
const MOST = 1_000_000

/** A text cut after each sentence, full-width and half-width, and at each end of a line; without empty pieces. */
export const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[\u3002\uff01\uff1f\uff1b])|(?<=[.!?;])\s+|\n+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

/** For each place in both texts, how many sentences they have in common from there on. */
const commonFrom = (one: readonly string[], other: readonly string[]): Uint16Array[] => {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1)
      rows[a]![b] = one[a] === other[b] ? rows[a + 1]![b + 1]! + 1 : Math.max(rows[a + 1]![b]!, rows[a]![b + 1]!)
  return rows
}

const only = (text: string): Piece => ({ text, isOnly: true })
const both = (text: string): Piece => ({ text, isOnly: false })

/** Two texts sentence by sentence: what each has that the other has not, in its order. */
export const compareTexts = (before: string, after: string): { before: Piece[]; after: Piece[] } => {
  const [one, other] = [sentencesIn(before), sentencesIn(after)]
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const head = one.slice(0, start).map(both)
  const tail = end === 0 ? [] : one.slice(-end).map(both)
  const middle: { before: Piece[]; after: Piece[] } = { before: [], after: [] }
  if (left.length * right.length > MOST) {
    middle.before.push(...left.map(only))
    middle.after.push(...right.map(only))
  } else {
    const common = commonFrom(left, right)
    let [a, b] = [0, 0]
    while (a < left.length || b < right.length) {
      if (a < left.length && b < right.length && left[a] === right[b]) {
        middle.before.push(both(left[a]!))
        middle.after.push(both(right[b]!))
        a += 1
        b += 1
      } else if (b === right.length || (a < left.length && common[a + 1]![b]! >= common[a]![b + 1]!))
        middle.before.push(only(left[a++]!))
      else middle.after.push(only(right[b++]!))
    }
  }
  return { before: [...head, ...middle.before, ...tail], after: [...head, ...middle.after, ...tail] }
}
