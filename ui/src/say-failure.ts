import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from './fetch-transport.ts'
import { isOnline } from './online.ts'
import { hasLeft } from './session-end.ts'
import { sayOnce } from './toast.ts'

/** Says what a read has failed with. */
export const sayFailure = (error: unknown): void => {
  // Without a network the banner says so for all of them; the answers of a session that was given up are nobody's.
  if (hasLeft() || (!(error instanceof CallFailed) && !isOnline())) return
  sayOnce(failureText(error))
}
