import { fail } from '@tongchuang/contract/errors.ts'
import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import { newPassword } from '../accounts/new-password.ts'
import { endSessions } from '../accounts/sessions.ts'
import { setPassword } from '../accounts/store.ts'
import { closePassword, hashingJob, keepWaiting } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { endOtherWaysIn } from '../providers/other-ways-in.ts'
import { insertImport } from './store.ts'
import { dropSlips, insertSlips, slipPeople } from './slip-store.ts'

type Asked = { user_ids: readonly number[]; name: string; staff: Actor; now: number }

/**
 * Gives users new initial passwords, queued for hashing like those of a list; returns the stored passwords by user.
 * Earlier slips no longer work. Call it in a transaction.
 */
export const renewPasswords = async (
  app: App,
  db: Db,
  user_ids: readonly number[],
  now: number,
): Promise<Map<number, string>> => {
  if (user_ids.length === 0) return new Map()
  const renewed = user_ids.map((user_id) => ({ user_id, closed: closePassword(app.config.secret, newPassword()) }))
  for (const user_id of user_ids.toSorted((one, other) => one - other)) {
    await setPassword(db, user_id, '', true)
    await endOtherWaysIn(db, user_id, app.mail)
    await endSessions(db, { user_id, reason: 'staff', now })
    await app.events.publish(db, 'account.password_set', { user_id, by: 'slip' })
  }
  // The accounts are locked by now. Slips that a concurrent request stored for them have outdated passwords and are
  // removed.
  await dropSlips(db, user_ids)
  await keepWaiting(db, renewed)
  return new Map(renewed.map(({ user_id, closed }) => [user_id, closed]))
}

/** Gives students new initial passwords, queued for hashing like those of a list, and stores their slips. */
export const makeSlips = async (
  app: App,
  { user_ids, name, staff, now }: Asked,
): Promise<{ id: number; made: number }> => {
  const made = await app.db.transaction().execute(async (db) => {
    const found = await slipPeople(db, user_ids, staff)
    const people = found.toSorted((one, other) => byClassName(one.class_name, other.class_name))
    if (people.length === 0) throw fail('NOT_FOUND')
    const id = await insertImport(db, {
      ...{ kind: 'slips', guild_id: null, created_by: staff.user_id, state: 'applied', file_name: name, encoding: '' },
      ...{ has_header: false, columns: '[]', mapping: null, row_count: people.length, sheet: null },
      ...{ created_at: now, applied_at: now, undone_at: null },
    })
    const renewed = await renewPasswords(
      app,
      db,
      people.map((person) => person.id),
      now,
    )
    const slips = people.map((person) => ({ person, closed: renewed.get(person.id) ?? '' }))
    await insertSlips(db, id, slips)
    return { id, made: people.length }
  })
  app.jobs.wake(hashingJob)
  return made
}
