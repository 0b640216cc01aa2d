import type { Party } from './party.ts'
import type { Told } from './rules.ts'

/** Secrets known only to the two ends of one log-in. */
export type Checks = { state: string; nonce: string; verifier: string }

/** The protocol of one kind of provider; each function throws a ProviderFailure. */
export type ProviderProtocol = {
  /** Where a browser logs in. */
  signInUrl: (party: Party, asked: { checks: Checks; return_address: string; in_app: boolean }) => Promise<URL>
  /** The person who came back with these parameters in the address. */
  tell: (
    party: Party,
    came: { checks: Checks; return_address: string; params: Readonly<Record<string, string>> },
  ) => Promise<Told>
  /**
   * Checks whether the provider responds, and whether it accepts the id and the secret, as far as that is possible
   * without a person.
   */
  probe: (party: Party) => Promise<void>
}
