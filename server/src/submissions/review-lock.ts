/** How long a reviewer's lock holds, in milliseconds; opening again renews it. */
export const REVIEW_MS = 30 * 60_000
// Allowed clock difference between two machines. A lock that ends later was written by a clock that has been set back
// since.
const SKEW_MS = 60_000

/** The earliest end that no lock made now can have: locks that end at or after it count as expired. */
export const noReviewFrom = (now: number): number => now + REVIEW_MS + SKEW_MS
