import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from './fetch-transport.ts'
import { isOnline } from './online.ts'
import { hasLeft } from './session-end.ts'
import { sayOnce } from './toast.ts'

/** Shows the failure of a read. */
export const sayFailure = (error: unknown): void => {
  // Without a network the offline banner replaces these messages; failures after the session was given up are ignored.
  if (hasLeft() || (!(error instanceof CallFailed) && !isOnline())) return
  sayOnce(failureText(error))
}
