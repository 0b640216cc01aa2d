import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { bringUnreadBack, putTodosAway } from '../messages/away-store.ts'
import { aboutInvitation } from './invitations-store.ts'
import { askedInVain, askedNoMore } from './inviters-store.ts'

/** Puts the messages about invitations that can be accepted now into the boxes, and takes all others out of them. */
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
 * A timed job instead of a reaction to each change: roles, posts, accounts and guilds end and begin again in many
 * places.
 */
export const registerInviters = (app: App): void =>
  app.jobs.every('guilds.inviters', 300, (now) => followInviters(app.db, now))
