import { fail } from '@tongchuang/contract/errors.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import type { App } from '../app-services.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso, ms } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { sentencesOf } from '../messages/sentences.ts'
import { addressOf } from '../messages/settings-store.ts'
import { countStaffUnread, keepStaffUnread, listStaffMessages } from '../messages/staff-box-store.ts'
import {
  changeStaffNoticeSettings,
  hearOfGuild,
  quietGuildsOf,
  staffNoticeSettings,
} from '../messages/staff-settings-store.ts'
import { markRead } from '../messages/store.ts'
import { staffTopicOf } from '../messages/topics.ts'
import { guildFaces, staffedGuilds } from './faces-store.ts'

/**
 * Calls for the message box of the admin site: the notices of staff, each with its guild, and the settings of what they
 * want to be told.
 */
export const messageAdminRoutes = (app: App): void => {
  const { db } = app
  implement(app, messagesAdmin, {
    list: async ({ unread = false, ...paging }, { user_id, language }) => {
      const { timezone: zone } = await app.settings()
      const page = await listStaffMessages(db, user_id, unread, paging)
      const guilds = await guildFaces(db, [...new Set(page.list.flatMap(({ guild_id }) => guild_id ?? []))])
      const list = page.list.map(({ id, kind, data, link, guild_id, created_at, read_at }) => ({
        id,
        kind,
        topic: staffTopicOf(kind),
        guild: (guild_id !== null && guilds.get(guild_id)) || null,
        ...sentencesOf(kind, storedValue(data), { language, zone }),
        time: iso(created_at),
        unread: read_at === null,
        link,
      }))
      return { ...page, list }
    },

    unread: async (_, { user_id }) => ({ unread: await countStaffUnread(db, user_id) }),

    read: async ({ ids }, { user_id, now }) => {
      await markRead(db, { user_id, audience: 'staff' }, ids, now)
      return { unread: await countStaffUnread(db, user_id), read_at: iso(now) }
    },

    keepUnread: async ({ read_at }, { user_id }) => {
      await keepStaffUnread(db, user_id, ms(read_at))
      return { unread: await countStaffUnread(db, user_id) }
    },

    settings: async (_, { user_id }) => {
      const quiet = await quietGuildsOf(db, user_id)
      const guilds = (await staffedGuilds(db, user_id)).map(({ role, ...guild }) => ({
        guild,
        role,
        level: quiet.find(({ guild_id }) => guild_id === guild.id)?.level ?? ('all' as const),
      }))
      const address = (await addressOf(db, user_id))?.email ?? null
      return { topics: await staffNoticeSettings(db, user_id), guilds, mail: app.mail.enabled, address }
    },

    change: ({ topics }, { user_id }) =>
      db.transaction().execute(async (db) => {
        await changeStaffNoticeSettings(db, user_id, topics)
        return {}
      }),

    hearGuild: ({ guild_id, level }, { user_id }) =>
      db.transaction().execute(async (db) => {
        if (!(await staffedGuilds(db, user_id)).some(({ id }) => id === guild_id)) throw fail('NOT_FOUND')
        await hearOfGuild(db, user_id, guild_id, level)
        return {}
      }),
  })
}
