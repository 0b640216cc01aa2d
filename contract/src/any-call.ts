import type { Reason } from './errors.ts'

/** Reasons for which any call may be refused: the session is missing or over. */
export const ofTheSession = ['NO_SESSION', 'ELSEWHERE', 'EXPIRED'] as const satisfies readonly Reason[]

/** Reasons for which any call may be refused because of who makes it. */
export const ofTheCaller = [...ofTheSession, 'ROLE', 'PASSWORD'] as const satisfies readonly Reason[]

/** Reasons for which any call may be refused because of what is sent. */
export const ofTheInput = ['INVALID', 'BODY', 'TOO_LARGE'] as const satisfies readonly Reason[]

/** Reasons for which any call may be refused because of the state of the server, however it is made. */
export const ofTheServer = ['TOO_FAST', 'BUSY', 'READ_ONLY', 'DISK_FULL', 'FAULT'] as const satisfies readonly Reason[]
