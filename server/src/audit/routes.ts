import type { App } from '../app-services.ts'
import { sweepEntries } from './store.ts'

const yearMs = 365 * 24 * 3_600_000

/**
 * Records of staff are kept for a year. Reading them is in `school/`, which knows the tasks and guilds they refer to.
 */
export const auditRoutes = (app: App): void => {
  app.removal.every('audit.sweep', 24 * 3_600, 'expired', (now) => sweepEntries(app.db, now - yearMs))
}
