import type { App } from '../app-services.ts'
import { ProviderFailure } from './failures.ts'
import { partyOf } from './party.ts'
import { protocols } from './protocols.ts'
import { listProviders, noteAnswering, type ProviderRow } from './store.ts'

/** Checks whether a provider responds; null, or the failure. */
export const probe = async (app: App, row: ProviderRow): Promise<ProviderFailure | null> => {
  try {
    await protocols[row.kind].probe(partyOf(app, row))
    return null
  } catch (error) {
    if (error instanceof ProviderFailure) return error
    throw error
  }
}

const betweenMs = 5 * 60_000

/**
 * Checks enabled providers: those that are down at each run, the others every 5 minutes, so that a button becomes
 * active again by itself.
 */
export const lookAfterProviders = async (app: App, now: number): Promise<void> => {
  const due = (await listProviders(app.db)).filter(
    ({ enabled, down_since, asked_at }) => enabled && (down_since !== null || (asked_at ?? 0) <= now - betweenMs),
  )
  await Promise.all(
    due.map(async (row) => noteAnswering(app.db, row.id, (await probe(app, row))?.problem !== 'DOWN', now)),
  )
}
