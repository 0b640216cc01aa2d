import { ProviderFailure } from './failures.ts'
import type { Party } from './party.ts'

// An application's own token is good for two hours, and asking for another too often is refused there.
const tokens = new Map<string, { token: string; until: number }>()
const earlierMs = 5 * 60_000

/** The cached token of the school's own application at a provider. */
export const appToken = async (
  party: Party,
  ask: () => Promise<{ token: string; seconds: unknown }>,
): Promise<string> => {
  const key = `${party.address} ${party.client_id} ${party.secret}`
  const known = tokens.get(key)
  if (known && known.until > performance.now()) return known.token
  const { token, seconds } = await ask()
  if (token === '') throw new ProviderFailure('ANSWER', 'no access token')
  if (tokens.size > 50) tokens.clear()
  tokens.set(key, { token, until: performance.now() + Number(seconds || 0) * 1_000 - earlierMs })
  return token
}

/** Drops the cached token, because it was refused or the secret is being tested. */
export const forgetAppToken = (party: Party): void => {
  tokens.delete(`${party.address} ${party.client_id} ${party.secret}`)
}
