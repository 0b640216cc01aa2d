import type { HandedOver } from './ticket.ts'

/** The outlet context of the pages shown before the log-in. */
export type StaffAuthContext = {
  /** The ticket handed over by the student site, until it is used or discarded. */
  ticket: HandedOver | null
  forgetTicket: () => void
  /** The one-time key of the set-up link, or null where the page was opened without one. */
  setupKey: string | null
  /** Begins the session and opens the page the user asked for. */
  loggedIn: (token: string) => Promise<void>
}
