import { fail } from '@tongchuang/contract/errors.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { keepPace } from '../http/writing-pace.ts'
import { isInvisible } from '../markdown/nothing.ts'
import { reword } from '../messages/quotes-store.ts'
import { closeAbout, renewTodo } from '../messages/store.ts'
import { holdAbout, restateTodo } from '../messages/todo-store.ts'
import { announcementToReply, countReplies, dropReply, putReply, replyOf } from './replies-store.ts'
import { staffToTell } from './scope-store.ts'
import { isArchived } from './status-store.ts'
import { findOwnGuild } from './store.ts'

/** The `about` of messages on replies to an announcement. */
export const aboutReplies = (announcement_id: number): string => `replies:${announcement_id}`

/** Corrects the number of replies to some announcements in the boxes of staff, without marking it as news. */
export const countRepliesAnew = async (db: Db, announcement_ids: readonly number[]): Promise<void> => {
  for (const id of announcement_ids.toSorted((one, other) => one - other)) {
    const about = aboutReplies(id)
    await holdAbout(db, about)
    const count = await countReplies(db, id)
    if (count === 0) await closeAbout(db, about)
    else await reword(db, 'announcement.replied', [about], (data) => ({ ...data, count }))
  }
}

type Said = { guild_id: number; id: number; content: string; was?: string | undefined; user_id: number; now: number }

/** Updates the number of replies in the boxes of staff; a new reply makes the message unread again. */
const tellStaff = async (
  db: Db,
  { id, title, guild }: { id: number; title: string; guild: { id: number; name: string } },
  { now, isNew }: { now: number; isNew: boolean },
): Promise<void> => {
  const about = aboutReplies(id)
  await holdAbout(db, about)
  const count = await countReplies(db, id)
  if (count === 0) return closeAbout(db, about)
  const kind = 'announcement.replied'
  const data = { guild: guild.name, title, count }
  if (!isNew) return restateTodo(db, { kind, about, data })
  await renewTodo(db, {
    ...{ kind, about, data, now },
    user_id: await staffToTell(db, guild.id, null),
    link: adminPaths.guild(guild.id, 'announcements'),
    guild_id: guild.id,
  })
}

/** Writes, changes or takes back a member's reply to an announcement; sending the same reply twice stores one. */
export const reply = (
  app: App,
  { guild_id, id, content, was, user_id, now }: Said,
): Promise<{ reply: string | null }> =>
  app.db.transaction().execute(async (db) => {
    const guild = await findOwnGuild(db, guild_id, user_id)
    if (guild?.status !== 'member' || guild.role !== 'student') throw fail('NOT_FOUND')
    // Locked before the lookup: whoever takes the announcement back at this moment sees the reply, or the student sees
    // that the announcement is gone.
    await holdAbout(db, aboutReplies(id))
    const { title, takes_replies } = orNotFound(await announcementToReply(db, guild_id, id))
    if (await isArchived(db, guild_id)) throw fail('ARCHIVED')
    const announcement = { id, title, guild }
    // A reply that was sent before its answer was lost is the same reply.
    if (was !== undefined && ![was, content].includes(await replyOf(db, id, user_id))) throw fail('CHANGED')
    // A reply may be taken back even where the teacher no longer accepts replies.
    if (content === '') {
      if (await dropReply(db, id, user_id)) await tellStaff(db, announcement, { now, isNew: false })
      return { reply: null }
    }
    if (!takes_replies) throw fail('NO_REPLIES')
    if (isInvisible(content)) throw fail('EMPTY')
    await keepPace({ limits: app.limits, db }, 'reply', { user_id, now })
    await putReply(db, { announcement_id: id, user_id, content, written_at: now })
    await tellStaff(db, announcement, { now, isNew: true })
    return { reply: content }
  })
