import { flushEditors } from './session-end.ts'
import type { Session } from './session.ts'

/**
 * Reloads the page when another session has replaced its own: somebody else has logged in on another page of this
 * browser, and what is shown here belongs to the previous person. Unsent text is saved on the device first; `forget`
 * clears what this window keeps across a reload.
 */
export const leaveWithSession = ({ isTaken }: Session, forget?: () => void): void => {
  const leave = () => {
    forget?.()
    location.reload()
  }
  const look = () => {
    if (isTaken()) void flushEditors().then(leave)
  }
  addEventListener('storage', look)
  // A page restored from the history has missed events in the meantime.
  addEventListener('pageshow', look)
}
