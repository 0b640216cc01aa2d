import type { App } from '../app-services.ts'
import { wrongTotals } from './store.ts'

/** Registers a daily job that compares the totals with the sums of their entries; there are no calls. */
export const ledgerRoutes = ({ db, jobs, log }: App): void => {
  jobs.every('ledger.check', 24 * 3_600, async () => {
    const people = await wrongTotals(db)
    if (people.length > 0)
      log.error({ people: people.slice(0, 100), count: people.length }, 'totals are not the sums of their entries')
  })
}
