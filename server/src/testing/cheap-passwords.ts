/** In the place of accounts/password-cost.ts where tests log in often: the least that argon2id takes, in a fraction of a millisecond. */
export const passwordCost = { memory: 8, passes: 1 }
