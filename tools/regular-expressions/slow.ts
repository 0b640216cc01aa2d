import { createContext, Script } from 'node:vm'

// An expression that takes time in proportion to the text is done with so many characters in a fraction of a millisecond,
// one that goes over the text again from each of them takes hundreds of times as long.
const SHORT = 3_000
const LONG = 48_000
const SHORT_MS = 0.2
const LONG_MS = 60
// Each look with a deadline begins a thread that watches it, which takes longer than hundreds of these texts.
const AT_ONCE = 500

/** One character that each part of an expression takes. */
const members: readonly (readonly [RegExp, string[]])[] = [
  [/\\s|\[\^\\?[^\]]*\]/, [' ', '\n']],
  [/\\d|\\p\{N\}|0-9/, ['0']],
  [/\\w|a-z|\\p\{L\}|\./, ['a']],
  [/\\W|\\P|\\S|\[\^/, ['\u0000', '~']],
  [/Han/, ['汉']],
]

/** What texts for an expression are made of: the characters and words in it, and one for each kind of character it names. */
const piecesOf = ({ source }: RegExp): string[] => {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\[dwsWDSbBu]|\(\?<?[:=!]|\{\d+,?\d*\}/g, '\u0001')
  const words = plain.match(/[\p{L}\p{N}<>/="' -]{2,}/gu) ?? []
  const letters = new Set(
    [...plain.matchAll(/\\([^\p{L}\p{N}])|([^\\^$.*+?()[\]{}|\u0001])/gu)].map(
      ([, escaped, letter]) => escaped ?? letter ?? '',
    ),
  )
  const named = members.flatMap(([part, characters]) => (part.test(source) ? characters : []))
  return [...new Set([...named, ...[...letters].slice(0, 16), ...words.slice(0, 12), 'x'])]
}

const context = createContext({ performance })
const measured = new Script(`
  texts.map((text) => {
    expression.lastIndex = 0
    const began = performance.now()
    expression.test(text)
    return performance.now() - began
  })
`)

/** Milliseconds until an expression has gone over each of these texts; null where it was stopped. */
const timesOf = (expression: RegExp, texts: readonly string[], timeout: number): number[] | null => {
  Object.assign(context, { expression, texts })
  try {
    return measured.runInContext(context, { timeout }) as number[]
  } catch (error) {
    if (/timed out/.test(String(error))) return null
    throw error
  }
}

/** `begin` as it is, or as often as `piece`. */
type Shape = { begin: string; piece: string; end: string; isTwofold?: true }
const textOf = ({ begin, piece, end, isTwofold }: Shape, length: number): string => {
  const times = Math.ceil(length / piece.length)
  return begin.repeat(isTwofold ? times : 1) + piece.repeat(times) + end
}

/** The least of three: a machine that is busy with something else takes longer now and then. */
const isSlow = (expression: RegExp, shape: Shape): boolean => {
  const texts = [textOf(shape, LONG)]
  return [1, 2, 3].every(() => (timesOf(expression, texts, 1.25 * LONG_MS)?.[0] ?? Infinity) > LONG_MS)
}

const pairsOf = (pieces: readonly string[]): string[] =>
  pieces.flatMap((one) => pieces.flatMap((other) => (one === other ? [] : [one + other])))

function* shapesOf(expression: RegExp): Generator<Shape> {
  const pieces = piecesOf(expression)
  const pairs = pairsOf(pieces.slice(0, 7))
  // An expression that is bound to the beginning goes on only behind what it takes first.
  const begins = ['', ...(expression.source.startsWith('^') ? pairs : pieces.slice(0, 4))]
  const words = pieces.filter((piece) => piece.length > 1)
  for (const begin of words) for (const piece of words) yield { begin, piece, end: '\u0000', isTwofold: true }
  for (const begin of begins)
    for (const piece of [...pieces, ...pairs]) for (const end of ['\u0000', '\n!']) yield { begin, piece, end }
}

/** A text that an expression takes more than proportionally long for, as it is repeated; null where none was found. */
export const slowTextFor = (expression: RegExp): string | null => {
  const shapes = [...shapesOf(expression)]
  while (shapes.length > 0) {
    const some = shapes.splice(0, AT_ONCE)
    const texts = some.map((shape) => textOf(shape, SHORT))
    // Where all of them together take too long, one of them does.
    const times =
      timesOf(expression, texts, 200) ?? texts.map((text) => timesOf(expression, [text], 20)?.[0] ?? Infinity)
    const slow = some.find((shape, at) => (times[at] ?? 0) > SHORT_MS && isSlow(expression, shape))
    if (slow)
      return `${JSON.stringify(slow.begin)}${slow.isTwofold ? ' × n' : ''} + ${JSON.stringify(slow.piece)} × n + ${JSON.stringify(slow.end)}`
  }
  return null
}
