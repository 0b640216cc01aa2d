import { createContext, Script } from 'node:vm'

// A linear expression handles this many characters in a fraction of a millisecond; one that scans the text again from
// each character takes hundreds of times as long.
const SHORT = 3_000
const LONG = 48_000
const SHORT_MS = 0.2
const LONG_MS = 60
// Each run with a deadline starts a watchdog thread, which takes longer than hundreds of these texts, so texts are
// tested in groups.
const AT_ONCE = 500

/** Sample characters for each kind of part of an expression. */
const members: readonly (readonly [RegExp, string[]])[] = [
  [/\\s|\[\^\\?[^\]]*\]/, [' ', '\n']],
  [/\\d|\\p\{N\}|0-9/, ['0']],
  [/\\w|a-z|\\p\{L\}|\./, ['a']],
  [/\\W|\\P|\\S|\[\^/, ['\u0000', '~']],
  [/Han/, ['汉']],
]

/**
 * The pieces that texts for an expression are made of: the characters and words in it, and a sample of each character
 * class it names.
 */
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

/** Milliseconds to test an expression against each of these texts; null if the run timed out. */
const timesOf = (expression: RegExp, texts: readonly string[], timeout: number): number[] | null => {
  Object.assign(context, { expression, texts })
  try {
    return measured.runInContext(context, { timeout }) as number[]
  } catch (error) {
    if (/timed out/.test(String(error))) return null
    throw error
  }
}

/** `begin` stands once, or with `isTwofold` as often as `piece`. */
type Shape = { begin: string; piece: string; end: string; isTwofold?: true }
const textOf = ({ begin, piece, end, isTwofold }: Shape, length: number): string => {
  const times = Math.ceil(length / piece.length)
  return begin.repeat(isTwofold ? times : 1) + piece.repeat(times) + end
}

/** Whether an expression is slow in each of three runs, because a busy machine is slow now and then. */
const isSlow = (expression: RegExp, shape: Shape): boolean => {
  const texts = [textOf(shape, LONG)]
  return [1, 2, 3].every(() => (timesOf(expression, texts, 1.25 * LONG_MS)?.[0] ?? Infinity) > LONG_MS)
}

const pairsOf = (pieces: readonly string[]): string[] =>
  pieces.flatMap((one) => pieces.flatMap((other) => (one === other ? [] : [one + other])))

function* shapesOf(expression: RegExp): Generator<Shape> {
  const pieces = piecesOf(expression)
  const pairs = pairsOf(pieces.slice(0, 7))
  // An anchored expression proceeds only after a matching prefix.
  const begins = ['', ...(expression.source.startsWith('^') ? pairs : pieces.slice(0, 4))]
  const words = pieces.filter((piece) => piece.length > 1)
  for (const begin of words) for (const piece of words) yield { begin, piece, end: '\u0000', isTwofold: true }
  for (const begin of begins)
    for (const piece of [...pieces, ...pairs]) for (const end of ['\u0000', '\n!']) yield { begin, piece, end }
}

/** Describes a repeated text for which an expression takes more than linear time; null if none was found. */
export const slowTextFor = (expression: RegExp): string | null => {
  const shapes = [...shapesOf(expression)]
  while (shapes.length > 0) {
    const some = shapes.splice(0, AT_ONCE)
    const texts = some.map((shape) => textOf(shape, SHORT))
    // If the whole group times out, at least one text is slow, so each is timed alone.
    const times =
      timesOf(expression, texts, 200) ?? texts.map((text) => timesOf(expression, [text], 20)?.[0] ?? Infinity)
    const slow = some.find((shape, at) => (times[at] ?? 0) > SHORT_MS && isSlow(expression, shape))
    if (slow)
      return `${JSON.stringify(slow.begin)}${slow.isTwofold ? ' × n' : ''} + ${JSON.stringify(slow.piece)} × n + ${JSON.stringify(slow.end)}`
  }
  return null
}
