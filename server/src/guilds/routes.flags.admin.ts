import { flagsAdmin } from '@tongchuang/contract/flags.admin.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { differences } from './flag-rules.ts'
import { flagsLike, flagsOf } from './flag-store.ts'
import { guildForStaff } from './staff-access.ts'

/** Earlier flags of a guild, and flags that could be mistaken for one. */
export const flagRoutes = (app: App): void => {
  implement(app, flagsAdmin, {
    alike: async ({ guild_id, ...wanted }, { user_id }) => {
      const { guild } = await guildForStaff(app.db, guild_id, user_id)
      const found = await flagsLike(app.db, { guild_id, category_id: guild.category_id, user_id }, wanted)
      return found.map(({ name, is_known, ...flag }) => ({
        name: is_known ? name : '',
        same: differences(flag, wanted) === 0,
      }))
    },

    history: async ({ guild_id }, { user_id }) => {
      await guildForStaff(app.db, guild_id, user_id)
      return (await flagsOf(app.db, guild_id)).map(({ actor, at, ...flag }) => ({
        ...flag,
        actor: actor ?? '',
        at: iso(at),
      }))
    },
  })
}
