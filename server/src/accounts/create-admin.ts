import type { Db } from '../db/schema.ts'
import { endSetupKeys } from '../setup-link.ts'
import { createUser } from './store.ts'

/**
 * Makes an administrator from the command line, in the caller's transaction: with it no link to the set-up page opens any
 * more, nor one that is being used at this moment. Answers nothing where the name or the address is taken.
 */
export const createAdmin = async (
  db: Db,
  admin: Readonly<{ username: string; email: string | null; password_hash: string; created_at: number }>,
): Promise<Awaited<ReturnType<typeof createUser>>> => {
  const made = await createUser(db, { ...admin, email_confirmed: admin.email !== null, roles: ['admin'] })
  if (made) await endSetupKeys(db)
  return made
}
