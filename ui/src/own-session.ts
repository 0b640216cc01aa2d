import { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { endsSession } from './fetch-transport.ts'
import { sendQuietly } from './send.ts'
import type { Session } from './session.ts'
import { uiTexts } from './ui-texts.ts'

/** Nothing was sent: the session in which it was written is over, or somebody else's stands in its place. */
export class SessionOver extends Error {
  constructor() {
    super(uiTexts().aborted)
  }
}

// What another try of the very same would be told again.
const final = new Set(['NOT_FOUND', 'OWN_WORK', 'INVALID', 'ROLE', 'STATE', 'ARCHIVED'])

/**
 * The session of now, for whatever is sent later than it was written or more than once: never with the token of somebody
 * who logs in later. Who logs in again finds what did not arrive on the device, and sends it from the page that opens it.
 */
export const ownSession = ({ token: tokenNow }: Pick<Session, 'token'>) => {
  const own = tokenNow()
  const isOver = (): boolean => tokenNow() !== own
  /** Throws where the session is over. */
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
    /** `sendQuietly` in this session alone. */
    send,
    /** For the header of a request that is made without `send`; throws where the session is over. */
    token: (): string => {
      check()
      return own ?? ''
    },
    /** Whether what failed so is worth another try by itself. */
    triesAgain: (error: unknown): boolean =>
      !isOver() && !endsSession(error) && !(error instanceof CallFailed && final.has(error.reason)),
  }
}

export type OwnSession = ReturnType<typeof ownSession>
