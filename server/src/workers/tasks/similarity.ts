/** Consecutive words that form a shingle. */
const SHINGLE = 4
/** A text with fewer shingles says too little to be compared. */
const FEWEST = 20
const words = new Intl.Segmenter('zh', { granularity: 'word' })
// Segmenting costs by the square of a long run without a break.
const PIECE = 2_000

/** The lines of a text, long ones cut, so that each piece is segmented quickly. */
const piecesOf = (text: string): string[] =>
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
const wordsOf = (piece: string): string[] =>
  [...words.segment(piece)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)

/** An evenly spread 32-bit hash: FNV-1a, then the last steps of Murmur, since a sketch keeps the smallest values. */
const hashOf = (shingle: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < shingle.length; at += 1) hash = Math.imul(hash ^ shingle.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The different shingles of a text's words, as numbers; empty where it is too short to compare. */
const shinglesOf = (all: readonly string[]): Set<number> => {
  const shingles = new Set<number>()
  for (let at = 0; at + SHINGLE <= all.length; at += 1) shingles.add(hashOf(all.slice(at, at + SHINGLE).join(' ')))
  return shingles.size < FEWEST ? new Set() : shingles
}

const shinglesIn = (text: string): Set<number> => shinglesOf(piecesOf(text).flatMap(wordsOf))

/** The share of common shingles among all shingles of both texts, 0–1. */
const likeness = (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
  if (one.size === 0 || other.size === 0) return 0
  const equal = one.intersection(other).size
  return equal / (one.size + other.size - equal)
}

/** The shingles of a text, sorted, and its sketch: the `size` smallest of them. */
export const sketchText = ({
  text,
  size,
}: {
  text: string
  size: number
}): { shingles: Uint32Array; sketch: Uint32Array } => {
  const shingles = Uint32Array.from(shinglesIn(text)).toSorted()
  return { shingles, sketch: shingles.slice(0, size) }
}

/** The similarity, 0–1, of a text to another one whose shingles are given. */
export const likenessToText = ({ shingles, text }: { shingles: Uint32Array; text: string }): number =>
  likeness(new Set(shingles), shinglesIn(text))
