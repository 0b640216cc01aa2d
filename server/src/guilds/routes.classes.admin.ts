import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { joinClass, previewClass, type Joining } from './class-joining.ts'
import { classNamesFor, listClasses, type WhichClass } from './class-store.ts'
import { actorOf } from './power-rules.ts'
import { asLeader, mustLeadGuild } from './staff-access.ts'

type Wanted = { guild_id: number; from_guild_id?: number | undefined; class_name?: string | undefined }
type Caller = { user_id: number; roles: readonly string[]; now: number }

const whichOf = ({ from_guild_id, class_name }: Wanted): WhichClass => {
  if (from_guild_id !== undefined && class_name === undefined) return { from_guild_id }
  if (class_name !== undefined && from_guild_id === undefined) return { class_name }
  throw invalid('class_name', '请选一个班', 'Choose one class')
}

const joiningOf = (wanted: Wanted, caller: Caller): Joining => ({
  guild_id: wanted.guild_id,
  which: whichOf(wanted),
  viewer: actorOf(caller),
  now: caller.now,
})

// Allows for a thousand memberships, each with its event.
const slow = { timeoutMs: 60_000 }

/** Calls for bringing whole classes into a guild. */
export const classRoutes = (app: App): void => {
  implement(
    app,
    guildClasses,
    {
      list: async ({ guild_id, keyword, ...page }, caller) => {
        await mustLeadGuild(app.db, guild_id, caller.user_id)
        const names = (await classNamesFor(app.db, actorOf(caller), guild_id)).toSorted(byClassName)
        return listClasses(app.db, actorOf(caller), { guild_id, keyword, names }, page)
      },

      preview: async (wanted, caller) => {
        const { member_count, capacity } = await mustLeadGuild(app.db, wanted.guild_id, caller.user_id)
        const outcomes = await previewClass(app.db, joiningOf(wanted, caller))
        return { ...outcomes, members: member_count, capacity }
      },

      join: async (wanted, caller) => {
        const joining = joiningOf(wanted, caller)
        return asLeader(app.db, wanted.guild_id, caller.user_id, (db) => joinClass(db, app.events, joining))
      },
    },
    { join: slow },
  )
}
