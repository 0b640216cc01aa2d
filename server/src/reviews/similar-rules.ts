/** How many hashes a sketch keeps: with 256 its estimate is off by 3 points as a rule. */
export const SKETCH = 256
/** Texts are told to be nearly the same from here on: equal shingles of all that either has. */
export const SIMILAR = 0.8
/** Below this estimate the whole texts are not even looked at. */
export const PROMISING = 0.65

/** How much two texts are alike, 0–1, estimated from their sketches: of the smallest hashes of both together, how many are in both. */
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
