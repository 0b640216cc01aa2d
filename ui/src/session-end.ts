import { createStore } from './store.ts'

type Flush = () => unknown

const flushes = new Set<Flush>()

/** An editor registers here what saves its text to the device; it runs before a session is given up. Returns the way out. */
export const beforeSessionEnds = (flush: Flush): (() => void) => {
  flushes.add(flush)
  return () => flushes.delete(flush)
}

/** Saves every dirty editor to the device; an editor that fails does not keep the others from it. */
export const flushEditors = async (): Promise<void> => {
  await Promise.allSettled([...flushes].map(async (flush) => flush()))
}

/** Whether the dialog about an ended session is open. */
export const sessionDialog = createStore(false)
let asking = false
let declined = false
/** The session was given up here, not taken away: what asks without a token is only on its way out. */
let left = false

/**
 * Opens the dialog about an ended session: once for any number of failed calls, after the editors are safe.
 * Somebody who chose to stay is asked again only by a call of their own making, not by one that reads in the background.
 */
export const askForRelogin = async ({ ownDoing }: { ownDoing: boolean }): Promise<void> => {
  if (left || asking || (declined && !ownDoing)) return
  asking = true
  await flushEditors()
  // Meanwhile the person may have left.
  if (asking) sessionDialog.set(true)
}

/** The session is given up by whoever had it: an answer that has crossed the log-out on its way is nothing to ask about. */
export const forgetRelogin = (): void => {
  left = true
  asking = false
  declined = false
  sessionDialog.set(false)
}

// Milliseconds. A server that hears of it does so within one.
const patience = 2_000

/**
 * Waits until the server has heard of a log-out, but for no line that hangs: who leaves a machine of the school does not
 * look whether it has come through.
 */
export const untilHeard = (told: Promise<unknown>): Promise<unknown> =>
  Promise.race([told.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patience))])

/** Another page: whoever stayed on the last one is asked again there. */
export const askAgain = (): void => {
  declined = false
}

/** Closes the dialog; the person stays on the page. */
export const stayLoggedOut = (): void => {
  asking = false
  declined = true
  sessionDialog.set(false)
}

/** Whether the session was given up here: what still comes in belongs to nobody. */
export const hasLeft = (): boolean => left

/** Somebody has logged in: its end will be asked about again. */
export const sessionBegins = (): void => {
  left = false
}
