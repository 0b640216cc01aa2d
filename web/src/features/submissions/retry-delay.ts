const delays = [2000, 4000, 8000, 15_000, 30_000]

/** The delay after a number of consecutive failures, in milliseconds: growing, at most half a minute. */
export const retryDelay = (failures: number): number => delays[Math.min(failures, delays.length) - 1] ?? 30_000
