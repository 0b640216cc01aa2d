import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { isArchived } from '../../guilds/status-store.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { closeAbout, notifyEach, removeTold } from '../../messages/store.ts'
import { mendNotice } from '../enrolment/to-mend.ts'
import { listAskedIn, listUnasked, type Asked } from './put-away-store.ts'

// So many values of a list stand in a statement.
const atOnce = 500

const putAway = async (db: Db, asked: readonly Asked[], now: number): Promise<void> => {
  for (let at = 0; at < asked.length; at += atOnce) {
    const some = asked.slice(at, at + atOnce)
    const things = [...new Set(some.map(({ about }) => about))]
    await removeTold(db, 'task.due_soon', things)
    await putTodosAway(db, things, [...new Set(some.map(({ user_id }) => user_id))], now)
  }
}

/**
 * Nothing can be handed in in an archived guild, so its students are asked for nothing. Where it goes on, who has a
 * work to mend is told again; of a date that is near the clock tells as ever, and staff remind again if they wish.
 */
const followGuild = async (db: Db, guild_id: number, now: number): Promise<void> => {
  if (await isArchived(db, guild_id)) {
    const { rows, reminders } = await listAskedIn(db, guild_id)
    await putAway(db, rows, now)
    await putAway(db, reminders, now)
    return
  }
  const told = (await listUnasked(db, guild_id, now)).map((row) =>
    mendNotice({ id: row.task_id, guild_id, title: row.title }, row),
  )
  for (let at = 0; at < told.length; at += atOnce)
    await closeAbout(
      db,
      told.slice(at, at + atOnce).map(({ about }) => about),
    )
  await notifyEach(db, { type: 'todo', kind: 'submission.returned', now }, told)
}

/** Hears of guilds that go to the archive and come back. */
export const registerPutAway = ({ events }: App): void =>
  events.onAny('guild.put_away', (db, { guild_id }, now) => followGuild(db, guild_id, now))
