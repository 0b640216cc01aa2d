import type { Audit } from '../http/audit.ts'
import { redacted, targetOf } from './rules.ts'
import { closeEntry, openEntry } from './store.ts'

/** Writes down what the staff do: `implement` calls it for every write of the admin site. */
export const audit: Audit = {
  begin: (db, { call, input, caller, user_id }) =>
    openEntry(db, {
      user_id,
      role: caller.roles[0] ?? null,
      call: call.path,
      ...targetOf(call.path, input as Record<string, unknown>),
      input: JSON.stringify(redacted(input)),
      outcome: 'BEGUN',
      address: caller.address,
      at: caller.now,
    }),
  end: closeEntry,
}
