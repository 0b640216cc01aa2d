const delays = [2000, 4000, 8000, 15_000, 30_000]

/** How long to wait after so many failures in a row, in milliseconds: longer and longer, at most half a minute. */
export const retryDelay = (failures: number): number => delays[Math.min(failures, delays.length) - 1] ?? 30_000
