import { Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { RequestContext } from '../http/session.ts'
import { knowsBrowser } from './log-in-store.ts'
import { accountByPassword, browserHash } from './login.ts'
import { findMadeSince, type Account } from './store.ts'

/** How long a registration is answered once more, in milliseconds: its answer was lost, and somebody pressed again. */
const onceMoreMs = 10 * 60_000

/**
 * The account that this name and password log in to, or null. Tries are counted like those of a log-in, so repeating a
 * call finds out no more than logging in does.
 */
export const ownerOf = (app: App, text: string, password: string, caller: RequestContext): Promise<Account | null> =>
  accountByPassword(app, text, password, caller, { isCounted: true, disabledToo: true }).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })

/**
 * The account that the same browser registered a moment ago with the same name and password; null where that is
 * somebody else's.
 */
export const registeredJustNow = async (
  app: App,
  { username, password }: { username: string; password: string },
  caller: RequestContext,
): Promise<Account | null> => {
  const made = await findMadeSince(app.db, username, caller.now - onceMoreMs)
  const browser = browserHash(caller)
  if (!made || browser === null || !(await knowsBrowser(app.db, made.id, browser))) return null
  const account = await ownerOf(app, made.username, password, caller)
  return account?.id === made.id && account.status === 'normal' ? account : null
}
