import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import type { Updateable } from 'kysely'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { iso, ms } from '../../db/time.ts'
import { filesOf } from '../../files/store.ts'
import { invalid } from '../../http/problem.ts'
import type { Person } from '../../http/session.ts'
import { writtenText } from '../../markdown/written.ts'
import { notify } from '../../messages/store.ts'
import {
  changeOf,
  circleOf,
  isShown,
  lacks,
  mustAllow,
  mustBeFair,
  mustFit,
  type Change,
  type Criterion,
  type Form,
  type Question,
} from './editing-rules.ts'
import {
  attachedTo,
  criteriaFor,
  holdersOf,
  isChapterOf,
  needsIn,
  putCriteria,
  putFiles,
  putPrerequisites,
  recordTask,
  saveTask,
  titlesIn,
  wasAccepted,
} from './editing-store.ts'
import { requireEditor, formOf, showForm, type TaskForm } from './form.ts'
import { taskLink } from '../enrolment/outcome.ts'
import { statusAt, type Task } from '../rules.ts'
import { lockTask } from '../store.ts'
import type { TaskTable } from '../tables.ts'

export type Sent = Input<typeof taskEditing.update>

const moment = (sent: string | null): number | null => (sent === null ? null : ms(sent))

/** The columns that are sent, as they are stored. */
const columnsOf = async (app: App, sent: Sent, person: number): Promise<Updateable<TaskTable>> => {
  const { id: _, base_version: __, notify: ___, criteria: ____, prerequisites: _____, files: ______, ...columns } = sent
  const { open_at, due_at, close_at, content, questions, ...plain } = columns
  const written = content === undefined ? null : await writtenText(app, { content, person })
  return {
    ...plain,
    ...(open_at !== undefined && { open_at: moment(open_at) }),
    ...(due_at !== undefined && { due_at: moment(due_at) }),
    ...(close_at !== undefined && { close_at: moment(close_at) }),
    ...(content !== undefined &&
      written && { content, content_html: written.html, render_pending: written.render_pending }),
    ...(questions !== undefined && { questions: JSON.stringify(questions) }),
  }
}

/** Files of the caller's own with the purpose `task`, beside those that are attached already. */
const mustOwn = async (
  app: App,
  task: Task,
  { files = [], cover_file_id }: Pick<Sent, 'files' | 'cover_file_id'>,
  user_id: number,
): Promise<void> => {
  const attached = new Set((await attachedTo(app.db, task.id)).map(({ id }) => id))
  const cover = typeof cover_file_id === 'number' && cover_file_id !== task.cover_file_id ? [cover_file_id] : []
  const fresh = [...new Set([...files.filter((id) => !attached.has(id)), ...cover])]
  if (new Set(files).size !== files.length) throw invalid('files', '同一个文件给了两次', 'A file was given twice')
  const own = await filesOf(app.db, user_id, fresh)
  if (own.length !== fresh.length || own.some(({ purpose }) => purpose !== 'task')) throw fail('FILE')
  if (cover.length > 0 && own.find(({ id }) => id === cover[0])?.kind !== 'image')
    throw invalid('cover_file_id', '封面要是图片', 'A cover is a picture')
}

/** Prerequisites are tasks of the same guild, without a circle. */
const requirePrerequisites = async (db: Db, task: Task, required: readonly number[]): Promise<void> => {
  const titles = new Map(
    (await titlesIn(db, task.guild_id, [...required, task.id])).map(({ id, title }) => [id, title]),
  )
  if (required.some((id) => !titles.has(id))) throw fail('NOT_FOUND')
  const circle = circleOf(task.id, required, await needsIn(db, task.guild_id))
  if (!circle) return
  const named = new Map((await titlesIn(db, task.guild_id, circle)).map(({ id, title }) => [id, title]))
  throw fail('CYCLE', { titles: circle.map((id) => named.get(id) ?? '') })
}

const asStored = (sent: readonly Criterion[]): Criterion[] =>
  sent.map(({ id, label, description, weight }) => ({ ...(id !== undefined && { id }), label, description, weight }))

/** The task as it would be after a save. */
const after = (before: Form, sent: Sent, columns: Updateable<TaskTable>): Form => ({
  ...before,
  ...(columns as Partial<Task>),
  criteria: sent.criteria === undefined ? before.criteria : asStored(sent.criteria as Criterion[]),
  asked: sent.questions === undefined ? before.asked : (sent.questions as Question[]),
})

/** Tells those who hold a task what changed about it. */
const tellHolders = async (db: Db, task: Task, { isGrading, isDates }: Change, now: number): Promise<void> => {
  const user_id = isGrading || isDates ? await holdersOf(db, task.id) : []
  const notice = { user_id, type: 'notice', link: taskLink(task), about: `task:${task.id}`, now } as const
  if (isGrading) await notify(db, { ...notice, kind: 'task.changed', data: { task: task.title } })
  else if (isDates)
    await notify(db, { ...notice, kind: 'task.dates_changed', data: { task: task.title, due_at: iso(task.due_at) } })
}

/** Saves what staff changed about a task: all of it or nothing. Where somebody else saved meanwhile, theirs is answered beside. */
export const updateTask = async (app: App, sent: Sent, caller: Person): Promise<TaskForm> => {
  const { user_id, now } = caller
  const { id, base_version, notify: tells = false } = sent
  const { task } = await requireEditor(app.db, id, caller)
  mustAllow('edit', statusAt(task, now))
  await mustOwn(app, task, sent, user_id)
  const columns = await columnsOf(app, sent, user_id)
  const saved = await app.db.transaction().execute(async (db) => {
    // Holding the task first: nobody takes it while it is decided whether anybody has.
    const held = await lockTask(db, id)
    if (!held || held.edit_version !== base_version) return false
    mustAllow('edit', statusAt(held, now))
    const before = formOf(held, await criteriaFor(db, id))
    const wanted = after(before, sent, columns)
    mustFit(wanted)
    mustBeFair(before, wanted, { was_accepted: await wasAccepted(db, id), notify: tells })
    if (isShown(held.status)) mustStayWhole(wanted, now, before)
    if (typeof sent.chapter_id === 'number' && !(await isChapterOf(db, held.guild_id, sent.chapter_id)))
      throw fail('NOT_FOUND')
    if (sent.prerequisites) await requirePrerequisites(db, held, sent.prerequisites)
    const stored = await saveTask(db, id, base_version, columns, now)
    if (!stored) return false
    if (sent.criteria) await putCriteria(db, id, sent.criteria as Criterion[])
    if (sent.prerequisites) await putPrerequisites(db, id, [...new Set(sent.prerequisites)])
    if (sent.files) await putFiles(db, id, sent.files)
    if (isShown(held.status)) {
      const change = changeOf(before, wanted)
      if (change.fields.length > 0)
        await recordTask(db, { task_id: id, action: 'edit', actor_id: user_id, changed: change.fields, now })
      await tellHolders(db, stored, change, now)
    }
    return true
  })
  const form = await showForm(app, id, caller)
  if (!saved) throw fail('CONFLICT', { theirs: form })
  return form
}

/** What students see already must not lose what publishing asked for; dates that have passed are as they were. */
const mustStayWhole = (wanted: Form, now: number, before: Form): void => {
  const dates = {
    due_at: wanted.due_at === before.due_at ? null : wanted.due_at,
    close_at: wanted.close_at === before.close_at ? null : wanted.close_at,
  }
  const parts = lacks({ ...wanted, ...dates }, now)
  if (parts.length > 0) throw fail('INCOMPLETE', { parts })
}
