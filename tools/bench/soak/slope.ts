export type Point = { minute: number; value: number }
/** Growth per minute, and how far it may be off at 95 %. */
export type Slope = { perMinute: number; margin: number }

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/**
 * A straight line fitted through the points. Neighboring samples of a process resemble each other, so the interval uses
 * the effective number of independent samples (by the autocorrelation of the residuals).
 */
export const slopeOf = (points: readonly Point[]): Slope => {
  const [x, y] = [mean(points.map(({ minute }) => minute)), mean(points.map(({ value }) => value))]
  const spread = points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  if (points.length < 3 || spread === 0) return { perMinute: 0, margin: Infinity }
  const perMinute = points.reduce((sum, { minute, value }) => sum + (minute - x) * (value - y), 0) / spread
  const rest = points.map(({ minute, value }) => value - y - perMinute * (minute - x))
  const squares = rest.reduce((sum, one) => sum + one * one, 0)
  if (squares === 0) return { perMinute, margin: 0 }
  const alike = Math.max(0, Math.min(0.98, rest.slice(1).reduce((sum, one, at) => sum + one * rest[at]!, 0) / squares))
  const looks = Math.max(3, (points.length * (1 - alike)) / (1 + alike))
  const error = Math.sqrt(squares / (looks - 2) / ((spread * looks) / points.length))
  // Student's t at 97.5 %, near enough from 3 degrees on.
  const degrees = Math.max(1, looks - 2)
  return { perMinute, margin: error * (1.96 + 2.4 / degrees + 8.3 / degrees ** 3) }
}

/** The means of the first and of the second half. */
export const halvesOf = (points: readonly Point[]): { first: number; second: number } => {
  const middle = Math.floor(points.length / 2)
  return {
    first: mean(points.slice(0, middle).map(({ value }) => value)),
    second: mean(points.slice(middle).map(({ value }) => value)),
  }
}
