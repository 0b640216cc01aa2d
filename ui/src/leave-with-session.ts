import { flushEditors } from './session-end.ts'
import type { Session } from './session.ts'

/**
 * Loads the page anew once another session has taken the place of its own: somebody else has logged in on another page of
 * this browser, and what is shown here belongs to the one before. What is typed is on the device first; `forget` lets go what
 * this window keeps over a reload.
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
  // A page that comes back out of the history has heard nothing meanwhile.
  addEventListener('pageshow', look)
}
