import type { App } from '../app-services.ts'
import { sweepEntries } from './store.ts'

const yearMs = 365 * 24 * 3_600_000

/** What the staff do is kept for a year. Reading it stands in `school/`, which knows the tasks and guilds it was about. */
export const auditRoutes = (app: App): void => {
  app.removal.every('audit.sweep', 24 * 3_600, 'expired', (now) => sweepEntries(app.db, now - yearMs))
}
