import type { Db } from '../db/schema.ts'
import { endSetupKeys } from '../setup-link.ts'
import { createUser } from './store.ts'

/**
 * Creates an administrator from the command line, in the caller's transaction; this also closes every link to the
 * set-up page, even one in use at this moment. Returns nothing if the name or the address is taken.
 */
export const createAdmin = async (
  db: Db,
  admin: Readonly<{ username: string; email: string | null; password_hash: string; created_at: number }>,
): Promise<Awaited<ReturnType<typeof createUser>>> => {
  const made = await createUser(db, { ...admin, email_confirmed: admin.email !== null, roles: ['admin'] })
  if (made) await endSetupKeys(db)
  return made
}
