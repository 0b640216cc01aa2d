import { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { endsSession } from './fetch-transport.ts'
import { sendQuietly } from './send.ts'
import type { Session } from './session.ts'
import { uiTexts } from './ui-texts.ts'

/**
 * Thrown before anything is sent if the session in which it was written is over or has been replaced by somebody
 * else's.
 */
export class SessionOver extends Error {
  constructor() {
    super(uiTexts().aborted)
  }
}

// Refusals that a retry of the same request would meet again.
const final = new Set(['NOT_FOUND', 'OWN_WORK', 'INVALID', 'ROLE', 'STATE', 'ARCHIVED'])

/**
 * Binds requests that are sent later than written, or more than once, to the current session: never with the token of
 * somebody who logs in later. After logging in again a person finds unsent things on the device and sends them from the
 * page that opens them.
 */
export const ownSession = ({ token: tokenNow }: Pick<Session, 'token'>) => {
  const own = tokenNow()
  const isOver = (): boolean => tokenNow() !== own
  /** Throws if the session is over. */
  const check = (): void => {
    if (isOver()) throw new SessionOver()
  }
  const send: Send = async (call, ...input) => {
    check()
    return sendQuietly(call, ...input)
  }
  return {
    isOver,
    check,
    /** `sendQuietly`, limited to this session. */
    send,
    /** The token for the header of a request that is made without `send`; throws if the session is over. */
    token: (): string => {
      check()
      return own ?? ''
    },
    /** Whether a failed request is worth an automatic retry. */
    triesAgain: (error: unknown): boolean =>
      !isOver() && !endsSession(error) && !(error instanceof CallFailed && final.has(error.reason)),
  }
}

export type OwnSession = ReturnType<typeof ownSession>
