const day = 24 * 3_600_000

/** Time between the approval of a deletion and the erasure of personal data, in which it can be called off. */
export const graceMs = 30 * day

/** An account is offered for deletion when nobody has logged into it for so long. */
export const unusedMs = 3 * 365 * day

/** The thing that messages about a request to delete an account refer to, in the boxes of the administrators. */
export const aboutDeletion = (user_id: number): string => `deletion:${user_id}`
