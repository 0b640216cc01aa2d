/** A part of a page, 0–1 of its width and height from the upper left corner. */
export type CropBox = { x: number; y: number; width: number; height: number }

// A mark is understood in its context, so the crop is at least half the width and a tenth of the height, with some room
// around the mark.
const ROOM = 0.04
const LEAST_WIDTH = 0.5
const LEAST_HEIGHT = 0.1

const side = (places: readonly number[], least: number): { from: number; long: number } => {
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const long = Math.min(1, Math.max(least, high - low + 2 * ROOM))
  return { from: Math.min(1 - long, Math.max(0, (low + high - long) / 2)), long }
}

/** The part of a page that shows a mark; `points`: x and y alternating, at least one point. */
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
