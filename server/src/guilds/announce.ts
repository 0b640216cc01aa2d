import { paths } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { reword } from '../messages/quotes-store.ts'
import { notify } from '../messages/store.ts'
import { tellRobots } from './robots/tell-robots.ts'
import { listDueAnnouncements, markPublished, pinAlone, studentsOf } from './announcements-store.ts'
import { aboutReplies } from './reply.ts'
import { holdActive } from './status-store.ts'

const atOnce = 50

/** The `about` of messages on an announcement. */
export const aboutAnnouncement = (id: number): string => `announcement:${id}`

/** Updates the title of an announcement in messages to students and to staff. */
export const retitle = async (db: Db, id: number, title: string): Promise<void> => {
  await reword(db, 'guild.announced', [aboutAnnouncement(id)], (data) => ({ ...data, title }))
  await reword(db, 'announcement.replied', [aboutReplies(id)], (data) => ({ ...data, title }))
}

type Ready = { id: number; guild: string }

/** Publishes an announcement, once: a pinned one moves to the top, and the members are told if `tells` is set. */
export const publish = async (db: Db, { id, guild }: Ready, now: number): Promise<void> => {
  const out = await markPublished(db, id, now)
  if (!out) return
  const { guild_id, title, pinned, tells } = out
  if (pinned) await pinAlone(db, guild_id, id)
  if (!tells) return
  const link = paths.guild({ id: guild_id })
  await tellRobots(db, {
    guild_id,
    event: 'announcement',
    about: aboutAnnouncement(id),
    key: '',
    said: { title: '', link },
    now,
  })
  await notify(db, {
    user_id: await studentsOf(db, guild_id),
    type: 'notice',
    kind: 'guild.announced',
    data: { guild, title },
    link: paths.announcement({ id: guild_id, name: guild, announcement: id }),
    about: aboutAnnouncement(id),
    now,
  })
}

/** Publishes announcements when their time has come. */
export const registerAnnouncementJob = (app: App): void => {
  app.jobs.every('announcements.publish', 30, async (now) => {
    for (const row of await listDueAnnouncements(app.db, now, atOnce))
      await app.db.transaction().execute(async (db) => {
        if (await holdActive(db, row.guild_id)) await publish(db, row, now)
      })
  })
}
