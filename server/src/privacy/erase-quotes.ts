import { erasedName } from '../accounts/erase-store.ts'
import type { Db } from '../db/schema.ts'
import { linksToPost } from '../discussions/tell.ts'
import { aboutInvitation } from '../guilds/invitations-store.ts'
import { removeLeading, reword } from '../messages/quotes-store.ts'
import { closeAbout } from '../messages/store.ts'
import { aboutAppeal, aboutExtension } from '../reviews/inbox.ts'
import { aboutNote, aboutThread } from '../reviews/notes/note-rules.ts'
import { lastWaiting } from '../submissions/submit/submit-store.ts'
import { aboutQueue } from '../submissions/waiting/staff-notices.ts'
import { aboutPick } from '../works/rules.ts'
import { namedAsStaff, openThings, postsOf, toldOfPosts } from './quotes-store.ts'
import { aboutDeletion } from './rules.ts'

/**
 * Finds where the boxes of others quote or name a person who is to be erased. Called before anything is erased, because
 * erasure removes the rows by which quotes are found; the quotes themselves are removed last, because boxes are locked
 * last.
 */
export const quotesOf = async (db: Db, user_id: number) => {
  const posts = await postsOf(db, user_id)
  return {
    user_id,
    posts,
    told: await toldOfPosts(db, user_id, posts),
    open: await openThings(db, user_id),
    asStaff: await namedAsStaff(db, user_id),
  }
}

type Quotes = Awaited<ReturnType<typeof quotesOf>>

/**
 * Removes a person's words and name from the boxes of others. Goes through the things and people concerned, never
 * through all boxes. Called after the account is erased, so that the rows already have the neutral name.
 */
export const eraseQuotes = async (db: Db, { user_id, posts, told, open, asStaff }: Quotes): Promise<void> => {
  const links = posts.map(linksToPost)
  await removeLeading(
    db,
    ['discussion.replied', 'discussion.mentioned'],
    told,
    links.map(({ student }) => student),
  )
  await removeLeading(
    db,
    ['post.replied', 'post.mentioned'],
    told,
    links.map(({ staff }) => staff),
  )
  await closeAbout(db, [
    aboutDeletion(user_id),
    ...open.threads.map(aboutThread),
    ...open.picks.map(({ submission_id }) => aboutPick(submission_id)),
  ])
  const student = erasedName
  await reword(
    db,
    'appeal.opened',
    open.appeals.map(({ id }) => aboutAppeal(id)),
    (data) => ({ ...data, student }),
  )
  await reword(
    db,
    'extension.asked',
    open.extensions.map(({ id }) => aboutExtension(id)),
    (data) => ({ ...data, student }),
  )
  for (const { task_id } of open.waiting) {
    const last = await lastWaiting(db, task_id)
    await reword(db, 'submission.new', [aboutQueue(task_id)], (data) => ({ ...data, student: last }))
  }
  await reword(
    db,
    'note.written',
    asStaff.notes.map(({ id }) => aboutNote(id)),
    (data) => ({ ...data, who: erasedName }),
  )
  await reword(
    db,
    'work.pick_proposed',
    asStaff.proposed.map(({ submission_id }) => aboutPick(submission_id)),
    (data) => ({ ...data, assistant: erasedName }),
  )
  for (const invited of asStaff.invited)
    await reword(
      db,
      'guild.invited',
      [aboutInvitation(invited.guild_id)],
      (data) => ({ ...data, who: erasedName }),
      invited.user_id,
    )
}
