const day = 24 * 3_600_000

/** Between the approval of a deletion and the day everything personal goes: time to call it off. */
export const graceMs = 30 * day

/** An account is offered for deletion when nobody has logged into it for so long. */
export const unusedMs = 3 * 365 * day

/** What a request to delete an account is about in the boxes of the administrators. */
export const aboutDeletion = (user_id: number): string => `deletion:${user_id}`
