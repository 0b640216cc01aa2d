import type { Input } from '@tongchuang/contract/call.ts'
import { fail, Refusal, refusalText } from '@tongchuang/contract/errors.ts'
import type { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { addDays, ms } from '../../db/time.ts'
import { lockGuild } from '../../guilds/lock-store.ts'
import { invalid } from '../../http/problem.ts'
import { inLanguage } from '../../http/language.ts'
import type { Person } from '../../http/session.ts'
import { isShown, mustAllow, mustBeFair, mustFit } from './editing-rules.ts'
import { isChapterOf, recordTask, saveTask } from './editing-store.ts'
import { formOf, lockForLead, requireLead, requireStaffOfTask } from './form.ts'
import { archiveTask, closeTask, openTask, publishTask, restoreTask, trashTask } from './lifecycle.ts'
import { closeOf, statusAt, type Task } from '../rules.ts'
import { besideDates } from './status-rules.ts'
import { tellDates } from './tell-holders.ts'

type Sent = Input<typeof taskListsAdmin.bulk>
type Shown = NonNullable<Sent['from']>[number]
type By = { user_id: number; now: number; zone: string }

const acts = {
  publish: publishTask,
  open: openTask,
  close: closeTask,
  archive: archiveTask,
  trash: trashTask,
  restore: restoreTask,
}

type Dates = Pick<Task, 'open_at' | 'due_at' | 'close_at'>

/**
 * The dates by which a task shows that it has been moved: its opening until it opens, when it is due, and its end where
 * it is not due.
 */
const movable = ({ open_at, due_at, close_at }: Dates, task: Task, now: number): (number | null)[] => {
  const hasOpened = statusAt(task, now) !== 'draft' && statusAt(task, now) !== 'scheduled'
  return [hasOpened ? null : open_at, due_at, due_at === null && task.closed_at === null ? close_at : null]
}

const datesOf = ({ open_at, due_at, close_at }: Shown): Dates => {
  const stored = (instant: string | null) => (instant === null ? null : ms(instant))
  return { open_at: stored(open_at), due_at: stored(due_at), close_at: stored(close_at) }
}

/**
 * Whether a task has been moved already from the dates that were shown to the caller: the answer was lost, or a
 * colleague was faster. Refuses with CHANGED where it has other dates than those.
 */
const isMoved = (task: Task, seen: Dates, move: (date: number | null) => number | null, now: number): boolean => {
  const is = movable({ ...task, close_at: closeOf(task) }, task, now).join()
  const was = movable(seen, task, now)
  if (is === was.join()) return false
  if (is === was.map(move).join()) return true
  throw fail('CHANGED')
}

/**
 * Moves the dates of a task by days in the school’s time zone and tells its holders. The opening date of a task that
 * has opened stays.
 */
const shift = async (db: Db, id: number, { days = 0, from }: Sent, { user_id, now, zone }: By): Promise<void> => {
  await requireLead(db, id, { user_id })
  // Locked before it is read, so that a concurrent save comes either before or after and neither is lost.
  const { task } = await lockForLead(db, id, { user_id })
  mustAllow('edit', statusAt(task, now))
  const move = (date: number | null) => (date === null ? null : addDays(date, zone, days))
  const seen = from?.find((one) => one.id === id)
  if (seen && isMoved(task, datesOf(seen), move, now)) return
  const dates = { open_at: move(task.open_at), due_at: move(task.due_at), close_at: move(task.close_at) }
  if (statusAt(task, now) !== 'draft' && statusAt(task, now) !== 'scheduled') dates.open_at = task.open_at
  const before = await formOf(db, task)
  const after = { ...before, ...dates }
  mustFit(after)
  mustBeFair(before, after, { was_accepted: false, notify: false })
  const set = { ...dates, ...besideDates(task, after, now) }
  const saved = await saveTask(db, id, task.edit_version, set, now)
  if (!saved || !isShown(task.status)) return
  await recordTask(db, {
    task_id: id,
    action: 'edit',
    actor_id: user_id,
    changed: ['open_at', 'due_at', 'close_at'],
    now,
  })
  await tellDates(db, saved, now)
}

const intoChapter = async (db: Db, id: number, chapter_id: number | null, { user_id, now }: By): Promise<void> => {
  const { guild } = await requireLead(db, id, { user_id })
  if (chapter_id !== null) await lockGuild(db, guild.id)
  const { task } = await lockForLead(db, id, { user_id })
  mustAllow('edit', statusAt(task, now))
  if (chapter_id !== null && !(await isChapterOf(db, task.guild_id, chapter_id)))
    throw invalid('chapter_id', '这个章节属于别的公会', 'That chapter belongs to another guild')
  if (task.chapter_id === chapter_id) return
  const saved = await saveTask(db, id, task.edit_version, { chapter_id }, now)
  if (!saved || !isShown(task.status)) return
  await recordTask(db, { task_id: id, action: 'edit', actor_id: user_id, changed: ['chapter_id'], now })
}

const changeOne = async (db: Db, id: number, sent: Sent, by: By): Promise<void> => {
  const { act, chapter_id = null } = sent
  if (act === 'shift') await shift(db, id, sent, by)
  else if (act === 'chapter') await intoChapter(db, id, chapter_id, by)
  else await acts[act](db, id, by)
}

/**
 * Changes many tasks, each in its own transaction; returns the outcome of each. An unknown task stops everything before
 * it begins; one that disappears meanwhile is listed as refused, because others may already be changed.
 */
export const changeMany = async (app: App, sent: Sent, caller: Person) => {
  if (sent.act === 'shift' && !sent.days) throw invalid('days', '填要移动几天', 'Say by how many days')
  const { timezone: zone } = await app.settings()
  const by = { user_id: caller.user_id, now: caller.now, zone }
  const ids = [...new Set(sent.ids)]
  const titles = new Map<number, string>()
  for (const id of ids) titles.set(id, (await requireStaffOfTask(app.db, id, caller)).task.title)
  const changed: number[] = []
  const refused: { id: number; title: string; reason: string; text: string }[] = []
  for (const id of ids) {
    try {
      await app.db.transaction().execute((db) => changeOne(db, id, sent, by))
      changed.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const data = inLanguage(error.data, caller.language)
      refused.push({
        id,
        title: titles.get(id) ?? '',
        reason: error.reason,
        text: refusalText(error.reason, data, caller.language),
      })
    }
  }
  return { changed, refused }
}
