import { fail } from '@tongchuang/contract/errors.ts'
import { newPassword } from '../accounts/new-password.ts'
import { endSessions } from '../accounts/sessions.ts'
import { setPassword } from '../accounts/store.ts'
import { closePassword, hashingJob, keepWaiting } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { insertImport } from './store.ts'
import { dropSlips, insertSlips, slipPeople } from './slip-store.ts'

type Asked = { user_ids: readonly number[]; name: string; staff: Actor; now: number }

/** Gives students new initial passwords, which wait to be hashed as those of a list do, and keeps their slips. */
export const makeSlips = async (
  app: App,
  { user_ids, name, staff, now }: Asked,
): Promise<{ id: number; made: number }> => {
  const made = await app.db.transaction().execute(async (db) => {
    const people = await slipPeople(db, user_ids, staff)
    if (people.length === 0) throw fail('NOT_FOUND')
    const id = await insertImport(db, {
      ...{ kind: 'slips', guild_id: null, created_by: staff.user_id, state: 'applied', file_name: name, encoding: '' },
      ...{ has_header: false, columns: '[]', mapping: null, row_count: people.length, sheet: null },
      ...{ created_at: now, applied_at: now, undone_at: null },
    })
    const slips = people.map((person) => ({ person, closed: closePassword(app.config.secret, newPassword()) }))
    // What they had on paper before opens nothing any more.
    await dropSlips(
      db,
      people.map((person) => person.id),
    )
    for (const { person } of slips) {
      await setPassword(db, person.id, '', true)
      await endSessions(db, { user_id: person.id, reason: 'staff', now })
      await app.events.publish(db, 'account.password_set', { user_id: person.id, by: 'staff' })
    }
    await keepWaiting(
      db,
      slips.map(({ person, closed }) => ({ user_id: person.id, closed })),
    )
    await insertSlips(db, id, slips)
    return { id, made: people.length }
  })
  app.jobs.wake(hashingJob)
  return made
}
