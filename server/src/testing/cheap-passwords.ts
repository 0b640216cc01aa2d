/**
 * Replaces accounts/password-cost.ts where tests log in often: the minimum that argon2id accepts, taking a fraction of
 * a millisecond.
 */
export const passwordCost = { memory: 8, passes: 1 }
