import { Refusal } from '@tongchuang/contract/errors.ts'
import { hashingJob } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import { lockGuilds } from '../guilds/lock-store.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { carryOut, destinationsOf } from './carry-out.ts'
import { makeGuilds, unmakeGuilds } from './guild-making.ts'
import { openRows } from './row-store.ts'
import { moveImport, type RosterImport } from './store.ts'
import { takeBack } from './take-back.ts'
import { isAllLeft } from './undo-store.ts'

// One transaction for each batch: other work gets a turn, and a process that dies stops between two rows.
const atOnce = 20

/** Continues an import in progress from where it stopped, with the permissions of the user who started it. */
export const goThrough = async (app: App, one: RosterImport, actor: Actor): Promise<void> => {
  const isUndo = one.state === 'undoing'
  if (!isUndo) await makeGuilds(app, one)
  const destinations = await destinationsOf(app.db, one)
  for (;;) {
    const rows = await openRows(app.db, one.id, atOnce, isUndo ? 'desc' : 'asc')
    if (rows.length === 0) break
    const handful = app.db.transaction().execute(async (db) => {
      // All guilds are locked before the first row, so that concurrent imports into the same guilds are serialized.
      await lockGuilds(
        db,
        rows.map((row) => destinations.of(row)).filter((id) => id !== null),
      )
      // Looked up again behind the locks: a guild that was archived meanwhile takes nobody in any more.
      if (!isUndo) return carryOut(app, db, { one, rows, importer: actor, destinations: await destinationsOf(db, one) })
      for (const row of rows) await takeBack(app, db, { row, actor, destinations })
    })
    await handful.catch((error: unknown) => {
      // A person joined or registered between judging and applying: these rows are judged again.
      if (!(error instanceof Refusal)) throw error
    })
  }
  // An import of which nothing could be undone stays applied, so that a user with more power can undo it.
  const isInVain = isUndo && (await isAllLeft(app.db, one.id))
  if (isUndo && !isInVain) await unmakeGuilds(app, one)
  const now = app.clock()
  const undone = isInVain ? { state: 'applied' as const } : { state: 'undone' as const, undone_at: now }
  await moveImport(app.db, one.id, [one.state], isUndo ? undone : { state: 'applied', applied_at: now })
  if (!isUndo) app.jobs.wake(hashingJob)
}
