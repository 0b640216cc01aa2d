/** What hashing a password costs: OWASP's parameters for argon2id, in KiB and passes over them; 34 ms of one core. */
export const passwordCost = { memory: 19_456, passes: 2 }
