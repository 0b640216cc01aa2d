import { adminPaths } from '@tongchuang/contract/paths.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { excerptOf } from '../markdown/plain.ts'
import { closeAbout, notify, removeAbout, renewTodo } from '../messages/store.ts'
import { holdAbout } from '../messages/todo-store.ts'
import { staffToTell } from '../guilds/scope-store.ts'
import { guildName } from '../guilds/store.ts'
import { findReadableNote, hideNote } from '../reviews/notes/thread.ts'
import { findWork } from '../works/gallery-store.ts'
import { hideFrom } from '../works/store.ts'
import { findVersion, hideFor, setHidden, showHeld } from '../submissions/store.ts'
import { findTask } from '../tasks/store.ts'
import { aboutHiding, aboutPost, aboutReport, reportsToHold } from './rules.ts'
import { addReport, countOpen, decideReports, hasReported, type Target } from './reports-store.ts'
import { changeVisibility, type At } from './post-visibility.ts'
import { findReadable } from './store.ts'
import type { ReportTable } from './tables.ts'

type Report = Target & { reporter_id: number; reason: ReportTable['reason']; note: string }

/**
 * The author and guild of a reported thing that the reporter can see; an absent thing and an invisible one give the
 * same result.
 */
const reportable = async (db: Db, { target, target_id, reporter_id: user_id }: Report, now: number) => {
  if (target === 'submit') return findWork(db, target_id, { user_id, now })
  if (target === 'note') return reportableNote(db, target_id, user_id)
  return findReadable(db, target_id, { user_id, sees: 'all' })
}

/** A note in the reporter’s own note thread; to anybody else it does not exist. */
const reportableNote = async (db: Db, id: number, user_id: number) => {
  const note = await findReadableNote(db, id, { user_id, isStaff: false })
  return note?.student_id === user_id ? { ...note, user_id: note.author_id } : undefined
}

/**
 * Stores a report and tells staff, in the caller's transaction. The third person's report hides the thing until staff
 * decide.
 */
export const report = async (
  db: Db,
  given: Report,
  isMember: (guild_id: number, task_id: number) => Promise<boolean>,
  at: At,
): Promise<void> => {
  const { target, target_id, reporter_id, reason, note } = given
  // Without this lock, three people reporting at once would not count each other's reports, and the thing would stay
  // visible.
  await holdAbout(db, aboutReport(target, target_id))
  // After a report the thing is invisible to its reporter; reporting it again gives the same answer.
  const thing = await reportable(db, given, at.now)
  if (!thing) {
    if (await hasReported(db, given)) return
    throw fail('NOT_FOUND')
  }
  if (target !== 'submit' && !(await isMember(thing.guild_id, thing.task_id))) throw fail('NOT_FOUND')
  if (thing.user_id === reporter_id) throw fail('SELF')
  if (
    !(await addReport(db, {
      target,
      target_id,
      guild_id: thing.guild_id,
      reporter_id,
      reason,
      note,
      created_at: at.now,
    }))
  )
    return
  if (target === 'submit') await hideFrom(db, { submission_id: target_id, user_id: reporter_id, created_at: at.now })
  const people = await countOpen(db, given)
  if (people >= reportsToHold) await hold(db, given, at)
  const data = { guild: await guildName(db, thing.guild_id), people }
  const user_id = (await staffToTell(db, thing.guild_id, 'can_moderate')).filter((id) => id !== thing.user_id)
  await renewTodo(db, {
    user_id,
    kind: 'report.opened',
    data,
    about: aboutReport(target, target_id),
    link: adminPaths.moderation('reports', thing.guild_id),
    guild_id: thing.guild_id,
    now: at.now,
  })
  // The reporter's own messages about the post are removed too, after the thing is changed: hiding takes the same lock
  // order.
  if (target === 'discussion') await removeAbout(db, aboutPost(target_id), reporter_id)
}

const hold = async (db: Db, { target, target_id }: Target, at: At): Promise<void> => {
  if (target === 'submit') return setHidden(db, target_id)
  // A note has two readers at most, so it never has enough reports to be held.
  if (target === 'note') return
  await changeVisibility(
    db,
    target_id,
    { held_at: at.now },
    at,
    ({ held_at, hidden_at }) => held_at === null && hidden_at === null,
  )
}

/** Hides a post from everybody and tells its author why; a repeated call changes nothing. */
export const hidePost = async (
  db: Db,
  id: number,
  { by, reason }: { by: number; reason: string },
  at: At,
): Promise<void> => {
  const post = await changeVisibility(
    db,
    id,
    { hidden_at: at.now, hidden_by: by, hidden_reason: reason, held_at: null },
    at,
    ({ hidden_at }) => hidden_at === null,
  )
  if (!post || post.user_id === by) return
  const task = await findTask(db, post.task_id)
  const data = { task: task?.title ?? '', reason, excerpt: excerptOf(post.content_html).slice(0, 40).toWellFormed() }
  const told = { user_id: post.user_id, type: 'notice', data, about: aboutHiding(id), now: at.now } as const
  if (post.role === 'student') await notify(db, { ...told, kind: 'discussion.hidden' })
  else await notify(db, { ...told, kind: 'post.hidden', guild_id: post.guild_id })
}

/** Shows a hidden or held post again; its author is no longer told that it is hidden. */
export const restorePost = async (db: Db, id: number, at: At): Promise<void> => {
  const shown = { hidden_at: null, hidden_by: null, hidden_reason: '', held_at: null }
  const post = await changeVisibility(
    db,
    id,
    shown,
    at,
    ({ hidden_at, held_at }) => hidden_at !== null || held_at !== null,
  )
  if (post) await removeAbout(db, aboutHiding(id))
}

/**
 * Decides all open reports about a thing, and hides it or shows what the reports held. Where a colleague decided first,
 * nothing happens: a stale list does not bring back what they hid. Keeping a thing does not show what staff hid on
 * their own.
 */
export const decide = async (
  db: Db,
  about: Target,
  { hide, by, reason }: { hide: boolean; by: number; reason: string },
  at: At,
): Promise<number> => {
  const { target, target_id } = about
  await holdAbout(db, aboutReport(target, target_id))
  const answered = await decideReports(db, about, hide ? 'hidden' : 'kept', by, at.now)
  if (answered === 0) return 0
  if (target === 'discussion') {
    if (hide) await hidePost(db, target_id, { by, reason }, at)
    else await changeVisibility(db, target_id, { held_at: null }, at, ({ held_at }) => held_at !== null)
  } else if (target === 'note') {
    if (hide) await hideNote(db, target_id, { by, reason, now: at.now })
  } else await decideOnWork(db, target_id, { hide, reason }, at)
  // The thing is locked first, then what staff were told of it: the same order as when a report arrives.
  await closeAbout(db, aboutReport(target, target_id))
  return answered
}

const decideOnWork = async (
  db: Db,
  target_id: number,
  { hide, reason }: { hide: boolean; reason: string },
  at: At,
): Promise<void> => {
  if (!hide) return showHeld(db, target_id)
  if (!(await hideFor(db, target_id, reason))) return
  const work = await findVersion(db, target_id)
  if (work)
    await notify(db, {
      user_id: work.user_id,
      type: 'notice',
      kind: 'work.reported_hidden',
      data: { title: work.title, reason },
      now: at.now,
    })
}
