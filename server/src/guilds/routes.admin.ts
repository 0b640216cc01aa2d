import { fail } from '@tongchuang/contract/errors.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import { implement } from '../http/implement.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { lockGuild } from './lock-store.ts'
import { findGuildDetail } from './settings-store.ts'
import { aboutJoining, mayAdmit } from './rules.ts'
import { answerRequests, listRequests } from './requests-store.ts'
import { staffOf } from './scope-store.ts'
import { guildName } from './store.ts'

/**
 * Refuses everybody who may not admit students: strangers as if the guild did not exist, assistants by their switch.
 */
const mustAdmit = async (db: Db, user_id: number, guild_id: number): Promise<void> => {
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  if (!mayAdmit(staff)) throw fail('ROLE')
}

/** Calls for staff about requests to join. */
export const guildAdminRoutes = (app: App): void => {
  implement(app, guildsAdmin, {
    joinRequests: async ({ guild_id, ...page }, { user_id }) => {
      await mustAdmit(app.db, user_id, guild_id)
      const found = await listRequests(app.db, guild_id, page)
      const list = found.list.map((row) => ({
        ...row,
        avatar: faceFor(app, row, user_id),
        created_at: iso(row.created_at),
      }))
      return { ...found, list }
    },

    answerJoin: ({ guild_id, user_ids, admit }, { user_id, now }) =>
      app.db.transaction().execute(async (db) => {
        // Behind the lock: whoever is removed from the staff at this moment admits nobody any more.
        await lockGuild(db, guild_id)
        await mustAdmit(db, user_id, guild_id)
        if ((await findGuildDetail(db, guild_id))?.status === 'archived') throw fail('ARCHIVED')
        const answered = await answerRequests(db, app.events, { guild_id, user_ids, admit, now })
        for (const student of answered) await closeAbout(db, aboutJoining(guild_id, student))
        const data = { guild: await guildName(db, guild_id), admitted: admit }
        await notify(db, {
          user_id: answered,
          type: 'notice',
          kind: 'join.answered',
          data,
          link: admit ? paths.guild({ id: guild_id }) : null,
          now,
        })
        return { answered: answered.length }
      }),
  })
}
