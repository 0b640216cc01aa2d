import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'
import { createUser, listStaff } from './store.ts'

/**
 * For unattended starts: while the school has no administrator, ADMIN_EMAIL and ADMIN_PASSWORD create one named admin.
 * Two processes that start at once create only one; an existing account of that name is left unchanged.
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
