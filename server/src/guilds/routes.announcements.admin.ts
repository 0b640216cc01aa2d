import { announcementsAdmin, takeBackMs } from '@tongchuang/contract/announcements.admin.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso, ms } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { writtenText } from '../markdown/written.ts'
import { removeAbout } from '../messages/store.ts'
import { holdAbout } from '../messages/todo-store.ts'
import { aboutAnnouncement, publish, registerAnnouncementJob, retitle } from './announce.ts'
import {
  changeAnnouncement,
  findAnnouncement,
  findSameAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  markTakenBack,
  pinAlone,
  reachOf,
  removeAnnouncement,
  type WrittenAnnouncement,
} from './announcements-store.ts'
import { aboutReplies } from './reply.ts'
import { listReplies, type StoredReply } from './replies-store.ts'
import { robotsSpeakingOf } from './robots/delivery-store.ts'
import { untellRobots } from './robots/tell-robots.ts'
import { asLeader, mustBeStaff, mustLeadGuild } from './staff-access.ts'

const announced = ({ author, taken_back_at, seen, replied, edit_version, ...row }: WrittenAnnouncement) => ({
  ...row,
  base_version: edit_version,
  author: author ?? '',
  created_at: iso(row.created_at),
  publish_at: iso(row.publish_at),
  published_at: iso(row.published_at),
  pinned_until: iso(row.pinned_until),
  pinned: !!row.pinned,
  tells: !!row.tells,
  waits: Number(row.waits) === 1,
  taken_back: taken_back_at !== null,
  takes_replies: !!row.takes_replies,
  replied: Number(replied),
  seen: Number(seen),
})

const replied = (app: App, { content, written_at, ...row }: StoredReply, viewer: number) => {
  const { user_id, nickname, real_name, student_no, class_name } = row
  const student = { user_id, nickname, real_name, student_no: student_no ?? '', class_name }
  return { student: { ...student, avatar: faceFor(app, row, viewer) }, content, written_at: iso(written_at) }
}

const later = (at: string | null, now: number, field: string): number | null => {
  if (at === null) return null
  if (ms(at) <= now) throw invalid(field, '请选一个以后的时间', 'Choose a time that is still to come')
  return ms(at)
}

const mustBeToCome = ({ published_at }: WrittenAnnouncement, publish_at: string | null | undefined): void => {
  if (published_at !== null && publish_at)
    throw invalid('publish_at', '已经发出，不能再定时', 'It has gone out and cannot wait any more')
}

type Given = Input<typeof announcementsAdmin.save>

/** How long, in milliseconds, a new announcement that is the same in everything is the one its author has just made. */
const sameMs = 10 * 60_000

/** The given words, with the text rendered; a new announcement needs both. */
const wordsOf = async (app: App, { id, title, content }: Given, person: number) => {
  if (id === undefined && title === undefined) throw invalid('title', '请填写标题', 'Fill in a title')
  if (id === undefined && content === undefined) throw invalid('content', '请填写内容', 'Fill in the text')
  const rendered = content === undefined ? null : await writtenText(app, { content, person })
  return {
    ...(title !== undefined && { title }),
    ...(rendered && { content, content_html: rendered.html, render_pending: rendered.render_pending }),
  }
}

/** The id and version that were read, where an announcement is changed; null for a new one. */
const mustBeRead = ({ id, base_version }: Given): { id: number; base_version: number } | null => {
  if (id === undefined) return null
  if (base_version === undefined)
    throw invalid('base_version', '缺少读到的版本', 'The version it was read with is missing')
  return { id, base_version }
}

/** Inserts or changes an announcement; one that is due is published at once. */
const save =
  (app: App): Handler<typeof announcementsAdmin.save> =>
  async (given, { user_id, now }) => {
    const { guild_id, publish_at, pinned, pinned_until, tells, takes_replies } = given
    await mustLeadGuild(app.db, guild_id, user_id)
    const read = mustBeRead(given)
    const earlier = read && orNotFound(await findAnnouncement(app.db, guild_id, read.id))
    if (earlier) mustBeToCome(earlier, publish_at)
    // Whoever changes what somebody who left had still to announce announces it in their place; but not by changing
    // only its words after its time.
    const takesOver = Number(earlier?.waits) === 1 && (publish_at !== undefined || (earlier?.publish_at ?? 0) > now)
    const words = await wordsOf(app, given, user_id)
    const at = publish_at === undefined ? undefined : later(publish_at, now, 'publish_at')
    const until = pinned_until === undefined ? undefined : later(pinned_until, now, 'pinned_until')
    // Of two announcements pinned at once, the later one stays on top.
    return asLeader(app.db, guild_id, user_id, async (db, guild) => {
      const made = {
        ...{ title: '', content: '', content_html: '', ...words },
        ...{ guild_id, author_id: user_id, publish_at: at ?? null },
        ...{ pinned: pinned ?? false, tells: tells ?? true, takes_replies: takes_replies ?? false },
      }
      // The answer was lost, and it is sent once more: a class is not told the same twice.
      const before = read ? undefined : await findSameAnnouncement(db, made, now - sameMs)
      if (before !== undefined) return announced(orNotFound(await findAnnouncement(db, guild_id, before)))
      const written =
        read?.id ??
        (await insertAnnouncement(db, { ...made, created_at: now, pinned_until: until ?? null, taken_back_at: null }))
      const isSaved =
        read === null ||
        (await changeAnnouncement(
          db,
          { guild_id, ...read },
          {
            ...words,
            ...(takesOver && { author_id: user_id }),
            ...(at !== undefined && { publish_at: at }),
            ...(pinned !== undefined && { pinned }),
            ...(until !== undefined && { pinned_until: until }),
            ...(tells !== undefined && { tells }),
            ...(takes_replies !== undefined && { takes_replies }),
          },
        ))
      const row = orNotFound(await findAnnouncement(db, guild_id, written))
      if (!isSaved) throw fail('CONFLICT', { theirs: announced(row) })
      // It may have been published since it was first read.
      mustBeToCome(row, publish_at)
      if (row.published_at !== null && row.pinned) await pinAlone(db, guild_id, written)
      if (earlier && earlier.title !== row.title) await retitle(db, written, row.title)
      if (row.publish_at === null) await publish(db, { id: written, guild: guild.name }, now)
      return announced(orNotFound(await findAnnouncement(db, guild_id, written)))
    })
  }

/** Calls for staff to announce something in their guild: at once or at a time, one of them on top. */
export const announcementRoutes = (app: App): void => {
  registerAnnouncementJob(app)
  implement(app, announcementsAdmin, {
    list: async ({ guild_id, ...page }, { user_id }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      const found = await listAnnouncements(app.db, guild_id, page)
      return { ...found, list: found.list.map(announced) }
    },

    reach: async ({ guild_id }, { user_id, now }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      const groups = (await robotsSpeakingOf(app.db, guild_id, 'announcement')).length
      return { ...(await reachOf(app.db, guild_id, now)), groups }
    },

    save: save(app),

    replies: async ({ guild_id, id, ...page }, { user_id }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      orNotFound(await findAnnouncement(app.db, guild_id, id))
      const found = await listReplies(app.db, id, page)
      return { ...found, list: found.list.map((row) => replied(app, row, user_id)) }
    },

    takeBack: async ({ guild_id, id }, { user_id, now }) => {
      // A simultaneous repeat finds it taken back.
      return asLeader(app.db, guild_id, user_id, async (db) => {
        const row = orNotFound(await findAnnouncement(db, guild_id, id))
        if (row.taken_back_at !== null) return announced(row)
        await holdAbout(db, aboutReplies(id))
        if (!(await markTakenBack(db, id, now - takeBackMs, now))) throw fail('TOO_LATE')
        await removeAbout(db, aboutAnnouncement(id))
        await removeAbout(db, aboutReplies(id))
        await untellRobots(db, aboutAnnouncement(id), now)
        return announced(orNotFound(await findAnnouncement(db, guild_id, id)))
      })
    },

    remove: async ({ guild_id, id }, { user_id, now }) => {
      return asLeader(app.db, guild_id, user_id, async (db) => {
        await holdAbout(db, aboutReplies(id))
        if (!(await removeAnnouncement(db, guild_id, id))) throw fail('NOT_FOUND')
        await removeAbout(db, aboutAnnouncement(id))
        await removeAbout(db, aboutReplies(id))
        await untellRobots(db, aboutAnnouncement(id), now)
        return { removed: true }
      })
    },
  })
}
