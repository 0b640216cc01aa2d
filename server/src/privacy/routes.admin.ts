import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { holdAccount } from '../accounts/log-in-store.ts'
import { endSessions } from '../accounts/sessions.ts'
import { hasWorkingAdmin, lockAdmins, setStatus } from '../accounts/staff-store.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { implement, type Handler } from '../http/implement.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { unshareAll } from '../submissions/erase-store.ts'
import { eraseEverything } from './erase.ts'
import { removeZips } from './exports.ts'
import { aboutDeletion, graceMs, unusedMs } from './rules.ts'
import {
  dueForErasure,
  holdRequest,
  isUnusedSince,
  lastRequest,
  listRequests,
  listUnused,
  moveRequest,
  openRequest,
} from './store.ts'

const atOnce = 100

/** The administrator's inbox of deletions, and the job that carries them out. */
export const privacyAdminRoutes = (app: App): void => {
  const { db, events } = app
  const { dialect } = app.database

  implement(app, privacyAdmin, {
    list: list(app),
    approve: approve(app),
    refuse: refuse(app),
  })

  app.removal.every('privacy.erase', 3_600, 'asked', async (now, turn) => {
    for (const user_id of await dueForErasure(db, now, atOnce)) {
      await turn.check()
      const keys = await db.transaction().execute(async (db) => {
        if (
          !(await moveRequest(db, {
            user_id,
            from: ['approved'],
            set: { status: 'erased', erased_at: now },
          }))
        )
          return []
        return eraseEverything(db, { dialect, events }, user_id, now)
      })
      await removeZips(app, keys)
    }
  })
}

const list =
  ({ db }: App): Handler<typeof privacyAdmin.list> =>
  async ({ status = 'open', ...paging }, { now }) => {
    if (status === 'unused') {
      const page = await listUnused(db, now - unusedMs, paging)
      const none = { id: null, status, reason: '', asked_at: null, erase_at: null } as const
      return {
        ...page,
        list: page.list.map(({ id, last_login_at, ...names }) => ({
          ...none,
          ...names,
          user_id: id,
          last_login_at: iso(last_login_at),
        })),
      }
    }
    const page = await listRequests(db, status, paging)
    const list = page.list.map(({ created_at, last_login_at, erase_at, ...row }) => ({
      ...row,
      status,
      asked_at: iso(created_at),
      last_login_at: iso(last_login_at),
      erase_at: iso(erase_at),
    }))
    return { ...page, list }
  }

const approve =
  ({ db, events }: App): Handler<typeof privacyAdmin.approve> =>
  async ({ user_id }, { user_id: answered_by, now }) => {
    if (user_id === answered_by) throw fail('OWN_ACCOUNT')
    const erase_at = now + graceMs
    const last = await lastRequest(db, user_id)
    const isUnused = await isUnusedSince(db, user_id, now - unusedMs)
    if (last?.status !== 'open' && !isUnused)
      throw fail(last?.status === 'approved' || last?.status === 'erased' ? 'STATE' : 'NOT_FOUND')
    await db.transaction().execute(async (db) => {
      // If the last two administrators approve each other's deletion, the second sees the first.
      await lockAdmins(db)
      const hadAdmin = await hasWorkingAdmin(db)
      if (isUnused) await openRequest(db, { user_id, reason: '', now })
      await holdRequest(db, user_id)
      const was_open = await holdAccount(db, { user_id })
      const set = { status: 'approved', answered_by, answered_at: now, was_open, erase_at } as const
      if (!(await moveRequest(db, { user_id, from: ['open'], set }))) throw fail('STATE')
      await setStatus(db, user_id, 'disabled')
      if (hadAdmin && !(await hasWorkingAdmin(db))) throw fail('LAST_ADMIN')
      await events.publish(db, 'account.status_changed', { user_id })
      await endSessions(db, { user_id, reason: 'disabled', now })
      const asked = await unshareAll(db, user_id)
      await closeAbout(db, aboutDeletion(user_id))
      for (const guild_id of asked) await events.publish(db, 'shares.changed', { guild_id })
    })
    return { user_id, erase_at: iso(erase_at) }
  }

const refuse =
  ({ db, events }: App): Handler<typeof privacyAdmin.refuse> =>
  async ({ user_id, answer }, { user_id: answered_by, now }) => {
    const open = await db.transaction().execute(async (db) => {
      const set = { status: 'refused', answer, answered_by, answered_at: now, erase_at: null } as const
      const last = await holdRequest(db, user_id)
      if (!last || !(await moveRequest(db, { user_id, from: ['open', 'approved'], set }))) throw fail('NOT_FOUND')
      if (last.status === 'approved' && last.was_open) {
        await setStatus(db, user_id, 'normal')
        await events.publish(db, 'account.status_changed', { user_id })
      }
      await closeAbout(db, aboutDeletion(user_id))
      await notify(db, {
        user_id,
        type: 'notice',
        kind: 'deletion.refused',
        data: { answer },
        link: paths.center('settings'),
        now,
      })
      return holdAccount(db, { user_id })
    })
    return { user_id, open }
  }
