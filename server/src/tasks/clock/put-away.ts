import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { isArchived } from '../../guilds/status-store.ts'
import { putTodosAway } from '../../messages/away-store.ts'
import { closeAbout, notifyEach, removeTold } from '../../messages/store.ts'
import { mendNotice } from '../enrolment/to-mend.ts'
import { listAskedIn, listUnasked, type Asked } from './put-away-store.ts'

// The maximum number of values in one list of a statement.
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
 * Hides what students of an archived guild are asked for, because nothing can be handed in there. When the guild is
 * active again, students who have a work to mend are asked again; the clock reminds of dates as always, and staff send
 * their reminders again if they wish.
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

/** Handles the events of guilds that are archived or become active again. */
export const registerPutAway = ({ events }: App): void =>
  events.onAny('guild.put_away', (db, { guild_id }, now) => followGuild(db, guild_id, now))
