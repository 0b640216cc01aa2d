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
import { findVersion, setHidden, showHeld } from '../submissions/store.ts'
import { findTask } from '../tasks/store.ts'
import { aboutPost, aboutReport, reportsToHold } from './rules.ts'
import { addReport, countOpen, decideReports, hasReported, type Target } from './reports-store.ts'
import { changeVisibility, type At } from './post-visibility.ts'
import { findReadable } from './store.ts'
import type { ReportTable } from './tables.ts'

type Report = Target & { reporter_id: number; reason: ReportTable['reason']; note: string }

/** Whose a reported thing is and where, for somebody who can see it; absent and out of sight are the same. */
const reportable = async (db: Db, { target, target_id, reporter_id: user_id }: Report, now: number) => {
  if (target === 'submit') return findWork(db, target_id, { user_id, now })
  if (target === 'note') return reportableNote(db, target_id, user_id)
  return findReadable(db, target_id, { user_id, sees: 'all' })
}

/** A note in one’s own thread; whose it is not, it does not exist. */
const reportableNote = async (db: Db, id: number, user_id: number) => {
  const note = await findReadableNote(db, id, { user_id, isStaff: false })
  return note?.student_id === user_id ? { ...note, user_id: note.author_id } : undefined
}

/** Keeps a report and tells staff, in the caller's transaction. The third person's report hides the thing until staff decide. */
export const report = async (
  db: Db,
  given: Report,
  isMember: (guild_id: number, task_id: number) => Promise<boolean>,
  at: At,
): Promise<void> => {
  const { target, target_id, reporter_id, reason, note } = given
  // Of three who report at once none would count the others' reports, and what they report would stay in sight.
  await holdAbout(db, aboutReport(target, target_id))
  // Once reported a thing is out of its reporter's sight: saying so again is the same answer.
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
  // Out of their own box too; behind the thing, as whoever hides it takes them.
  if (target === 'discussion') await removeAbout(db, aboutPost(target_id), reporter_id)
}

const hold = async (db: Db, { target, target_id }: Target, at: At): Promise<void> => {
  if (target === 'submit') return setHidden(db, target_id)
  // Two people read a note at most: it never comes to this.
  if (target === 'note') return
  await changeVisibility(
    db,
    target_id,
    { held_at: at.now },
    at,
    ({ held_at, hidden_at }) => held_at === null && hidden_at === null,
  )
}

/** Takes a post from everybody's sight and tells its author why; once, however often it is asked. */
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
  const told = { user_id: post.user_id, type: 'notice', data, now: at.now } as const
  if (post.role === 'student') await notify(db, { ...told, kind: 'discussion.hidden' })
  else await notify(db, { ...told, kind: 'post.hidden', guild_id: post.guild_id })
}

/** Shows a hidden or held post again. */
export const restorePost = async (db: Db, id: number, at: At): Promise<void> => {
  const shown = { hidden_at: null, hidden_by: null, hidden_reason: '', held_at: null }
  await changeVisibility(db, id, shown, at, ({ hidden_at, held_at }) => hidden_at !== null || held_at !== null)
}

/**
 * Answers all open reports about a thing; hides it, or shows what they held. Where a colleague was first nothing happens: what
 * they hid does not show again because of a list that was read before. Keeping shows nothing that staff hid by themselves.
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
  // The thing first, then what staff were told of it: the order in which a report is taken.
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
  await setHidden(db, target_id)
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
