/** The number of hashes in a sketch: with 256 the estimate is usually within 3 points. */
export const SKETCH = 256
/** The share of equal shingles among all shingles of both texts from which they are reported as nearly the same. */
export const SIMILAR = 0.8
/** Below this estimate the whole texts are not compared. */
export const PROMISING = 0.65

/**
 * The similarity of two texts, 0–1, estimated from their sketches: the share of the smallest hashes of both together
 * that are in both.
 */
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
