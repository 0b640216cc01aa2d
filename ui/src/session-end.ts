import { createStore } from './store.ts'

type Flush = () => unknown

const flushes = new Set<Flush>()

/**
 * Registers a function that saves an editor's text to the device before a session is given up. Returns a function that
 * unregisters it.
 */
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
/** Whether the session was given up here and did not end by itself; calls without a token are then only late ones. */
let left = false

/**
 * Opens the dialog about an ended session: once for any number of failed calls, after the editors are saved. Somebody
 * who chose to stay is asked again only after a call of their own, not after a background read.
 */
export const askForRelogin = async ({ ownDoing }: { ownDoing: boolean }): Promise<void> => {
  if (left || asking || (declined && !ownDoing)) return
  asking = true
  await flushEditors()
  // The person may have logged out in the meantime.
  if (asking) sessionDialog.set(true)
}

/** Closes the dialog on a log-out: answers that were still in flight need no dialog. */
export const forgetRelogin = (): void => {
  left = true
  asking = false
  declined = false
  sessionDialog.set(false)
}

// Milliseconds. A server that can be reached answers within one second.
const patience = 2_000

/**
 * Waits until the server has received a log-out, but not for a hanging connection: a person who leaves a machine of the
 * school does not check whether the log-out went through.
 */
export const untilHeard = (told: Promise<unknown>): Promise<unknown> =>
  Promise.race([told.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patience))])

/** Called on another page: a person who chose to stay on the last one is asked again there. */
export const askAgain = (): void => {
  declined = false
}

/** Closes the dialog; the person stays on the page. */
export const stayLoggedOut = (): void => {
  asking = false
  declined = true
  sessionDialog.set(false)
}

/** Whether the session was given up here; late answers are then ignored. */
export const hasLeft = (): boolean => left

/** Called when somebody has logged in: the end of this session opens the dialog again. */
export const sessionBegins = (): void => {
  left = false
}
