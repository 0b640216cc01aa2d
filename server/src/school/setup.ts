import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import { openAdminSession } from '../accounts/login.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { mayBeUsername } from '../accounts/rules.ts'
import { createUser } from '../accounts/store.ts'
import { isWeakPassword } from '../accounts/weak-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { settingsFor, writeSettings } from '../settings.ts'
import { admitToSetup, useSetupKey } from '../setup-link.ts'
import { settingsProblem } from './settings-rules.ts'

/**
 * Makes the administrator and loads the sample school in one transaction: a server that is stopped meanwhile has made
 * neither, and its link opens the set-up page again. A sample that cannot be loaded keeps nobody from their school.
 */
const withSample = async <Account>(app: App, password: string, make: (db: Db) => Promise<Account>) => {
  try {
    const made: Account[] = []
    const first = async (db: Db) => void made.push(await make(db))
    const people = await app.sample?.load(app, password, first)
    const [account] = made
    if (people && account) return { account, people }
  } catch (error) {
    if (error instanceof Refusal) throw error
    app.log.error({ err: error }, 'the sample school could not be loaded')
  }
  return { account: await app.db.transaction().execute(make), people: [] }
}

/**
 * The set-up page of a new school, behind the link the server prints; it no longer exists once the school has an
 * administrator.
 */
export const setupRoutes = (app: App): void => {
  const { db, config } = app

  implement(
    app,
    setupAdmin,
    {
      check: async ({ key }, { now }) => {
        await admitToSetup(db, key, now)
        const { site_name } = await app.settings()
        return { site_name, base_url: config.baseUrl, sample: app.sample !== null }
      },

      create: async ({ key, site_name, username, password, base_url, rankings, school_kind, sample }, caller) => {
        const { now } = caller
        await admitToSetup(db, key, now)
        if (!mayBeUsername(username)) throw fail('NAME_RULE')
        if (sample && app.sample?.usernames.includes(username.toLowerCase())) throw fail('NAME_TAKEN')
        if (isWeakPassword(password, [username, site_name])) throw fail('WEAK_PASSWORD')
        const problem = settingsProblem({ base_url: base_url ?? '' })
        if (problem) throw invalid(problem.field, problem.zh, problem.en)
        const password_hash = await hashPassword(password)
        const make = async (db: Db) => {
          // Checked again: while the password was hashed, an administrator may have been created in another way.
          await useSetupKey(db, key, now)
          const made = await createUser(db, { username, password_hash, created_at: now, roles: ['admin', 'teacher'] })
          if (!made) throw fail('NAME_TAKEN')
          const address = base_url && config.baseUrl === null ? { base_url } : {}
          await writeSettings(db, { site_name, rankings, ...settingsFor(school_kind), ...address })
          return made
        }
        const shared = newPassword()
        const { account, people } = sample
          ? await withSample(app, shared, make)
          : { account: await db.transaction().execute(make), people: [] }
        await app.changeSettings({})
        const way = { password_hash, refusal: 'CREDENTIALS' } as const
        const userinfo = await openAdminSession(app, account, 'admin', ['admin', 'teacher'], caller, way)
        return { userinfo, sample: people.map((person) => ({ ...person, password: shared })) }
      },
    }, // With the sample school.
    { create: { timeoutMs: 120_000 } },
  )
}
