import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Audience } from '../http/session.ts'
import { samplePassword } from '../sample-password.ts'
import { hashPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { createUser } from './store.ts'
import type { UserTable } from './tables.ts'

// Many people with the same password share one hash: hashing takes 34 ms each.
const hashes = new Map<string, Promise<string>>()

/** The hash of a password of sample people, made once in a process. */
export const sampleHash = (password = samplePassword): Promise<string> => {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

export type GivenUser = Partial<Insertable<UserTable>> & { password?: string; roles?: readonly RoleKey[] }

let made = 0

/** Somebody with the sample password, by default a student; `roles: []` for an account without any. */
export const aUser = async (
  db: Db,
  { password, roles = ['student'], ...given }: GivenUser = {},
): Promise<{ id: number; username: string; nickname: string }> => {
  const username = `person${(made += 1)}`
  const password_hash = given.password_hash ?? (await sampleHash(password))
  const user = await createUser(db, { username, created_at: Date.now(), ...given, roles, password_hash })
  if (!user) throw new Error(`the name or address of ${given.username ?? given.email} is taken`)
  return user
}

/** Logs somebody in and gives the token; `role` for a session of the admin site. */
export const aSession = async (
  db: Db,
  user: { id: number },
  given: { audience?: Audience; role?: RoleKey; now?: number } = {},
): Promise<string> => {
  const { audience = 'student', role = null, now = Date.now() } = given
  const { token } = await startSession(db, {
    user_id: user.id,
    audience,
    role,
    device: 'Chrome · Windows',
    address: '127.0.0.1',
    now,
  })
  return token
}
