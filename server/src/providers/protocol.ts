import type { Party } from './party.ts'
import type { Told } from './rules.ts'

/** What only the two ends of one log-in know. */
export type Checks = { state: string; nonce: string; verifier: string }

/** How one kind of provider is spoken to; each part throws a ProviderFailure. */
export type ProviderProtocol = {
  /** Where a browser logs in. */
  signInUrl: (party: Party, asked: { checks: Checks; return_address: string; in_app: boolean }) => Promise<URL>
  /** Who came back, with these parameters in the address. */
  tell: (
    party: Party,
    came: { checks: Checks; return_address: string; params: Readonly<Record<string, string>> },
  ) => Promise<Told>
  /** Asks whether it answers, and takes the id and the secret as far as it says so without a person. */
  probe: (party: Party) => Promise<void>
}
