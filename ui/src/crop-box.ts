/** A part of a page, 0–1 of its width and height from the upper left corner. */
export type CropBox = { x: number; y: number; width: number; height: number }

// What is marked is read in its line: half the width and a tenth of the height at least, with some room around it.
const ROOM = 0.04
const LEAST_WIDTH = 0.5
const LEAST_HEIGHT = 0.1

const side = (places: readonly number[], least: number): { from: number; long: number } => {
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const long = Math.min(1, Math.max(least, high - low + 2 * ROOM))
  return { from: Math.min(1 - long, Math.max(0, (low + high - long) / 2)), long }
}

/** What is cut out of a page to show what a mark is about; `points`: x and y in turn, one point at least. */
export const cropBox = (points: readonly number[]): CropBox => {
  const across = side(
    points.filter((_, at) => at % 2 === 0),
    LEAST_WIDTH,
  )
  const down = side(
    points.filter((_, at) => at % 2 === 1),
    LEAST_HEIGHT,
  )
  return { x: across.from, y: down.from, width: across.long, height: down.long }
}
