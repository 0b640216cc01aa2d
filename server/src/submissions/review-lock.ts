/** How long a reviewer's lock holds, in milliseconds; opening again renews it. */
export const REVIEW_MS = 30 * 60_000
// Clocks of two machines may differ by so much. What is further ahead was written by a clock that has been set back since.
const SKEW_MS = 60_000

/** From when on the end of a lock lies further ahead than any lock made now: such a one is over. */
export const noReviewFrom = (now: number): number => now + REVIEW_MS + SKEW_MS
