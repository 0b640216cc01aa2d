import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Person } from '../http/session.ts'
import { asProven, confirmOwner } from './login.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { setPassword } from './store.ts'
import { isWeakPassword } from './weak-passwords.ts'

/** Replaces the caller's own password, given the current one, on either site; every other session ends. */
export const replacePassword = async (
  app: App,
  caller: Person,
  password: string,
  fresh: string,
): Promise<Record<string, never>> => {
  const account = await confirmOwner(app, caller, password)
  if (isWeakPassword(fresh, [account.username]) || fresh === password) throw fail('WEAK_PASSWORD')
  const hash = await hashPassword(fresh)
  await asProven(app.db, account, async (db) => {
    await setPassword(db, account.id, hash)
    await endSessions(db, { user_id: account.id, except: caller.session_id, reason: 'password', now: caller.now })
    await app.events.publish(db, 'account.password_set', { user_id: account.id, by: 'owner' })
  })
  return {}
}
