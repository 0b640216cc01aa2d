import { adminPages } from '@tongchuang/contract/paths.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { asProven, confirmOwner } from '../accounts/login.ts'
import { administrators } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { secondsLeft } from '../http/writing-pace.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { exportState, registerExports, makeSoon } from './exports.ts'
import { aboutDeletion } from './rules.ts'
import { askExport, lastExport, lastRequest, moveRequest, openRequest } from './store.ts'

const exportsADay = 3
const oneDay = 24 * 3_600

/** Calls for students about all data that is kept about them: to take a copy, or to request its deletion. */
export const privacyRoutes = (app: App): void => {
  const { db } = app
  registerExports(app)

  const deletionState = async (user_id: number) => {
    const last = await lastRequest(db, user_id)
    if (!last || (last.status !== 'open' && last.status !== 'refused'))
      return { status: 'none' as const, asked_at: null, answer: '' }
    return { status: last.status, asked_at: iso(last.created_at), answer: last.answer }
  }

  implement(app, privacy, {
    exported: (_, { user_id, now }) => exportState(app, user_id, now),

    export: async (_, { user_id, now }) => {
      const last = await lastExport(db, user_id)
      if (last?.status !== 'waiting') {
        if ((await app.limits.hit(db, `export:${user_id}`, oneDay, now)) > exportsADay)
          throw fail('TOO_FAST', { seconds: secondsLeft(now, oneDay) })
        await askExport(db, user_id, now)
        makeSoon(app)
      }
      return exportState(app, user_id, now)
    },

    deletion: (_, { user_id }) => deletionState(user_id),

    askDeletion: async ({ action, password = '', reason = '' }, caller) => {
      const { user_id, now } = caller
      if (action === 'cancel') {
        await db.transaction().execute(async (db) => {
          if (!(await moveRequest(db, { user_id, from: ['open'], set: { status: 'cancelled', answered_at: now } })))
            throw fail('STATE')
          await closeAbout(db, aboutDeletion(user_id))
        })
        return deletionState(user_id)
      }
      const account = await confirmOwner(app, caller, password)
      await asProven(db, account, async (db) => {
        // Requested in two tabs, it is one request and one notice to each administrator.
        if (!(await openRequest(db, { user_id, reason, now }))) return
        const data = { student: account.nickname }
        await notify(db, {
          user_id: await administrators(db),
          type: 'todo',
          kind: 'deletion.asked',
          data,
          link: adminPages.privacy,
          about: aboutDeletion(user_id),
          now,
        })
      })
      return deletionState(user_id)
    },
  })
}
