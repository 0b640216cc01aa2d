import { dayLater } from '@tongchuang/contract/rules/days.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { findAccount, rolesOf } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso, schoolDay, schoolHour } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { readSetting } from '../settings.ts'
import { eventStream } from './event-stream.ts'
import { registerLetterJobs } from './letters.ts'
import type { MessageData } from './message-data.ts'
import { sentencesOf } from './sentences.ts'
import { addressOf, likedOn, noticeSettings, sweepMessages } from './settings-store.ts'
import { clearRead, listMessages, markRead, notify } from './store.ts'
import { countUnread, type Unread } from './unread-store.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

const sum = ({ message, notice, todo }: Unread): number => message + notice + todo

/** Sums up the likes of yesterday, from seven in the morning on: one message a day at most. */
const tellLikes = async (db: Db, { now, zone }: { now: number; zone: string }): Promise<void> => {
  if (schoolHour(now, zone) < 7) return
  const day = dayLater(schoolDay(now, zone), -1)
  const about = `likes:${day}`
  for (const { user_id, count } of await likedOn(db, day, about))
    await notify(db, {
      user_id,
      type: 'message',
      kind: 'likes.summary',
      data: { count: Number(count) },
      link: paths.center(),
      about,
      now,
    })
}

type Owned = 'password_changed' | 'password_given' | 'email_changed' | 'identity_linked'
type Told<W extends Owned> = {
  user_id: number
  data: MessageData[`account.${W}`] & MessageData[`own.${W}`]
  now: number
}

/**
 * Tells somebody what happened to their account, on each site they can open, because staff cannot read the student box.
 * An account that was removed with an undone list has no roles, and nobody is told.
 */
const tellOwner = async <W extends Owned>(db: Db, what: W, { user_id, data, now }: Told<W>): Promise<void> => {
  const roles = await rolesOf(db, user_id)
  const notice = { user_id, type: 'notice', data, now } as const
  if (roles.includes('student')) await notify(db, { ...notice, kind: `account.${what}` })
  if (roles.some((role) => role !== 'student')) await notify(db, { ...notice, kind: `own.${what}` })
}

/** The message box of students, and the messages about events of features that are to the left of this one. */
export const messageRoutes = (app: App): void => {
  const { db, events } = app
  eventStream(app, 'student')
  eventStream(app, 'staff')
  unsubscribeRoutes(app)
  registerLetterJobs(app)

  implement(app, messages, {
    list: async ({ type, ...paging }, { user_id, language }) => {
      const { timezone: zone } = await app.settings()
      const page = await listMessages(db, user_id, type, paging)
      const list = page.list.map(({ id, type, kind, data, link, created_at, read_at }) => ({
        id,
        type,
        kind,
        ...sentencesOf(kind, storedValue(data), { language, zone }),
        avatar: null,
        time: iso(created_at),
        status: read_at === null ? 0 : 1,
        link,
      }))
      return { ...page, list }
    },

    read: async ({ ids }, { user_id, now }) => {
      await markRead(db, { user_id, audience: 'student' }, ids, now)
      return { unread: sum(await countUnread(db, user_id)) }
    },

    clear: async ({ type }, { user_id, now }) => ({ removed: await clearRead(db, user_id, type, now) }),

    unread: async (_, { user_id }) => {
      const unread = await countUnread(db, user_id)
      const total = sum(unread)
      return { ...unread, total, any: total > 0 }
    },

    settings: async (_, { user_id }): Promise<Output<typeof messages.settings>> => {
      const [topics, address] = [await noticeSettings(db, user_id), await addressOf(db, user_id)]
      const reachable = address ? 'ready' : 'no_address'
      return { topics, mail: app.mail.enabled ? reachable : 'off' }
    },
  })

  app.removal.every('messages.sweep', 24 * 3_600, 'expired', (now) => sweepMessages(db, now))
  app.jobs.every('messages.likes', 3_600, async (now) => tellLikes(db, { now, zone: (await app.settings()).timezone }))

  events.on('level.up', async (db, { user_id, level }, now) => {
    const levels = await readSetting(db, 'levels')
    const { zh, en } = levels[level - 1] ?? { zh: '', en: '' }
    await notify(db, { user_id, type: 'notice', kind: 'level.up', data: { level, zh, en }, link: paths.center(), now })
  })

  events.on('account.password_set', async (db, { user_id, by }, now) => {
    await tellOwner(db, by === 'owner' ? 'password_changed' : 'password_given', {
      user_id,
      data: { at: iso(now) },
      now,
    })
  })

  events.on('account.email_set', async (db, { user_id, email }, now) => {
    await tellOwner(db, 'email_changed', { user_id, data: { email }, now })
  })

  events.on('account.identity_linked', async (db, { user_id, provider }, now) => {
    await tellOwner(db, 'identity_linked', { user_id, data: { provider }, now })
  })

  events.on('account.mobile_set', async (db, { user_id, mobile }, now) => {
    // An account that was removed with an undone list has no message box.
    if (!(await findAccount(db, user_id))) return
    await notify(db, { user_id, type: 'notice', kind: 'account.mobile_set', data: { mobile }, now })
  })
}
