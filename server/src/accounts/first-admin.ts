import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'
import { createUser, listStaff } from './store.ts'

/**
 * For a start nobody watches: while the school has no administrator, ADMIN_EMAIL and ADMIN_PASSWORD make one named admin.
 * Two processes that start at once make one; whoever has that name already stays what they are.
 */
export const makeFirstAdmin = async (
  db: Db,
  { adminEmail, adminPassword }: Pick<Config, 'adminEmail' | 'adminPassword'>,
  now: number,
): Promise<void> => {
  if (adminEmail === null || adminPassword === null) return
  if ((await listStaff(db)).some(({ roles }) => roles.includes('admin'))) return
  const password_hash = await hashPassword(adminPassword)
  await db.transaction().execute((db) =>
    createUser(db, {
      username: 'admin',
      email: adminEmail,
      email_confirmed: true,
      password_hash,
      created_at: now,
      roles: ['admin'],
    }),
  )
}
