/** The shape of a mark on a page: a point, a rectangle given by two opposite corners, or a line drawn by hand. */
export type AreaShape = 'pin' | 'box' | 'pen'

/** The largest numbers of marks on one page and on all pages of a work. */
export const maxAreasOfPage = 60
export const maxAreasOfWork = 300
/** The largest size of the marks of one page, in bytes of JSON. */
export const maxPageBytes = 64 * 1024
/** The most coordinates of one line, where x and y alternate: 600 points. */
export const maxPoints = 1_200

/**
 * Whether the number of points fits the shape: x and y alternate, 0–1 from the upper left corner of the upright page.
 */
export const fitsShape = (shape: AreaShape, points: readonly number[]): boolean => {
  if (shape === 'pin') return points.length === 2
  return shape === 'box' ? points.length === 4 : points.length >= 4 && points.length % 2 === 0
}

/** Whether the marks of a page are small enough to be stored. */
export const fitsPage = (marks: readonly { points: readonly number[]; text: string }[]): boolean =>
  new TextEncoder().encode(JSON.stringify(marks)).length <= maxPageBytes

/** Coordinates as they are kept: a ten-thousandth of a page is finer than a pen. */
export const roundedPoints = (points: readonly number[]): number[] =>
  points.map((part) => Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000)

/** How far a point is from a stretch of its line, squared: a root for each point would be most of the time. */
const squareFrom = (points: readonly number[], at: number, from: number, to: number): number => {
  const [x, y] = [points[at * 2] ?? 0, points[at * 2 + 1] ?? 0]
  const [ax, ay] = [points[from * 2] ?? 0, points[from * 2 + 1] ?? 0]
  const [bx, by] = [(points[to * 2] ?? 0) - ax, (points[to * 2 + 1] ?? 0) - ay]
  const length = bx * bx + by * by
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * bx + (y - ay) * by) / length))
  const [dx, dy] = [x - ax - along * bx, y - ay - along * by]
  return dx * dx + dy * dy
}

const thinned = (points: readonly number[], tolerance: number): number[] => {
  const last = points.length / 2 - 1
  const kept = new Set([0, last])
  // Iterative, because recursion could overflow on a line of thousands of points.
  const parts: [number, number][] = [[0, last]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    let [farthest, distance] = [0, tolerance ** 2]
    for (let at = from + 1; at < to; at += 1) {
      const far = squareFrom(points, at, from, to)
      if (far > distance) [farthest, distance] = [at, far]
    }
    if (farthest === 0) continue
    kept.add(farthest)
    parts.push([from, farthest], [farthest, to])
  }
  return [...kept].toSorted((a, b) => a - b).flatMap((at) => [points[at * 2] ?? 0, points[at * 2 + 1] ?? 0])
}

/** A drawn line reduced to the points that define its shape, without visible loss. */
export const simplified = (points: readonly number[]): number[] => {
  let tolerance = 0.0012
  let line = thinned(points, tolerance)
  while (line.length > maxPoints) {
    tolerance *= 2
    line = thinned(points, tolerance)
  }
  return roundedPoints(line)
}
