import { messages } from '@tongchuang/contract/messages.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { readSetting } from '../settings.ts'
import { sentencesOf } from './sentences.ts'
import { clearRead, countUnread, listMessages, markRead, notify, type Unread } from './store.ts'

const sum = ({ message, notice, todo }: Unread): number => message + notice + todo

/** The message box, and what the features to the left want somebody to know. */
export const messageRoutes = (app: App): void => {
  const { db, events } = app

  implement(app, messages, {
    list: async ({ type, ...paging }, { user_id, language }) => {
      const { timezone: zone } = await app.settings()
      const page = await listMessages(db, user_id, type, paging)
      const list = page.list.map(({ id, type, kind, data, link, created_at, read_at }) => ({
        id,
        type,
        kind,
        ...sentencesOf(kind, JSON.parse(data), { language, zone }),
        avatar: null,
        time: iso(created_at),
        status: read_at === null ? 0 : 1,
        link,
      }))
      return { ...page, list }
    },

    read: async ({ ids }, { user_id, now }) => {
      await markRead(db, user_id, ids, now)
      return { unread: sum(await countUnread(db, user_id)) }
    },

    clear: async ({ type }, { user_id, now }) => ({ removed: await clearRead(db, user_id, type, now) }),

    unread: async (_, { user_id }) => {
      const unread = await countUnread(db, user_id)
      const total = sum(unread)
      return { ...unread, total, any: total > 0 }
    },
  })

  events.on('level.up', async (db, { user_id, level }, now) => {
    const levels = await readSetting(db, 'levels')
    const { zh, en } = levels[level - 1] ?? { zh: '', en: '' }
    await notify(db, { user_id, type: 'notice', kind: 'level.up', data: { level, zh, en }, link: '/square/mycenter', now })
  })

  events.on('account.password_set', async (db, { user_id, by }, now) => {
    const kind = by === 'staff' ? 'account.password_given' : 'account.password_changed'
    await notify(db, { user_id, type: 'notice', kind, data: { at: iso(now) }, now })
  })

  events.on('account.email_set', async (db, { user_id, email }, now) => {
    await notify(db, { user_id, type: 'notice', kind: 'account.email_changed', data: { email }, now })
  })
}
