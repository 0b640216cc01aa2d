import type { HandedOver } from './ticket.ts'

/** What the pages before the log-in get from the frame around them (as the outlet's context). */
export type StaffAuthContext = {
  /** What the student site handed over, until it is used or given up. */
  ticket: HandedOver | null
  forgetTicket: () => void
  /** The one-time key of the set-up link, or null where the page was opened without one. */
  setupKey: string | null
  /** Begins the session and goes where the person was going. */
  loggedIn: (token: string) => Promise<void>
}
