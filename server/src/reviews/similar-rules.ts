/** Words in a row that are compared at once. */
const SHINGLE = 4
/** A text with fewer shingles says too little to be compared. */
const FEWEST = 20
/** How many hashes a sketch keeps: with 256 its estimate is off by 3 points as a rule. */
const SKETCH = 256
/** Texts are told to be nearly the same from here on: equal shingles of all that either has. */
export const SIMILAR = 0.8
/** Below this estimate the whole texts are not even looked at. */
export const PROMISING = 0.65

const words = new Intl.Segmenter('zh', { granularity: 'word' })
// Segmenting costs by the square of a long run without a break; and whoever calls wants to pause in between.
const PIECE = 2_000

/** A text in pieces short enough to be taken apart in a moment: lines, long ones cut. */
export const piecesOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split('\n')
    .flatMap((line) =>
      Array.from({ length: Math.ceil(line.length / PIECE) }, (_, index) =>
        line.slice(index * PIECE, (index + 1) * PIECE),
      ),
    )

/** The words of a piece, without punctuation and white space. */
export const wordsOf = (piece: string): string[] =>
  [...words.segment(piece)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)

/** A number of 32 bits, spread evenly: FNV-1a, then the last steps of Murmur, for a sketch keeps the smallest. */
const hashOf = (shingle: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < shingle.length; at += 1) hash = Math.imul(hash ^ shingle.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The different shingles of a text's words, as numbers; empty where it is too short to compare. */
export const shinglesOf = (all: readonly string[]): Set<number> => {
  const shingles = new Set<number>()
  for (let at = 0; at + SHINGLE <= all.length; at += 1) shingles.add(hashOf(all.slice(at, at + SHINGLE).join(' ')))
  return shingles.size < FEWEST ? new Set() : shingles
}

/** The smallest hashes of a text stand for all of it. */
export const sketchOf = (shingles: ReadonlySet<number>): Uint32Array =>
  Uint32Array.from(shingles).toSorted().slice(0, SKETCH)

/** Equal shingles of all that either text has, 0–1. */
export const likeness = (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
  if (one.size === 0 || other.size === 0) return 0
  const equal = one.intersection(other).size
  return equal / (one.size + other.size - equal)
}

/** The same, estimated from two sketches: of the smallest hashes of both together, how many are in both. */
export const estimate = (one: Uint32Array, other: Uint32Array): number => {
  if (one.length === 0 || other.length === 0) return 0
  let [i, j, seen, equal] = [0, 0, 0, 0]
  while (seen < SKETCH && (i < one.length || j < other.length)) {
    const a = one[i] ?? Infinity
    const b = other[j] ?? Infinity
    if (a === b) equal += 1
    if (a <= b) i += 1
    if (b <= a) j += 1
    seen += 1
  }
  return equal / seen
}
