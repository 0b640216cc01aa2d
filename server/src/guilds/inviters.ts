import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { bringUnreadBack, putTodosAway } from '../messages/away-store.ts'
import { aboutInvitation } from './invitations-store.ts'
import { askedInVain, askedNoMore } from './inviters-store.ts'

/** Has the bell ask for answers to invitations that can be accepted now, and for no others. */
const followInviters = (db: Db, now: number): Promise<void> =>
  db.transaction().execute(async (db) => {
    for (const [guild_id, asked] of Map.groupBy(await askedInVain(db), (one) => one.guild_id))
      await putTodosAway(
        db,
        [aboutInvitation(guild_id)],
        asked.map(({ user_id }) => user_id),
        now,
      )
    for (const [guild_id, asked] of Map.groupBy(await askedNoMore(db), (one) => one.guild_id))
      await bringUnreadBack(
        db,
        aboutInvitation(guild_id),
        asked.map(({ user_id }) => user_id),
      )
  })

/**
 * Roles, posts, accounts and guilds end and begin again in many places: what becomes of who invited is looked at by
 * itself.
 */
export const registerInviters = (app: App): void =>
  app.jobs.every('guilds.inviters', 300, (now) => followInviters(app.db, now))
