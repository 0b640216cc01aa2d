import { isFields } from '../fields.ts'
import type { Audit } from '../http/audit.ts'
import { redacted, targetOf } from './rules.ts'
import { closeEntry, openEntry } from './store.ts'

/** Stores the record of a write: `implement` calls it for every write that is recorded. */
export const audit: Audit = {
  begin: (db, { call, input, caller, user_id }) =>
    openEntry(db, {
      user_id,
      // Recorded calls are made as a student, even by a user who also teaches.
      role: call.recorded ? 'student' : (caller.roles[0] ?? null),
      call: call.path,
      ...targetOf(call.path, isFields(input) ? input : {}),
      input: JSON.stringify(redacted(input)),
      outcome: 'BEGUN',
      address: caller.address,
      at: caller.now,
    }),
  end: closeEntry,
}
