import type { Input, Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import type { Updateable } from 'kysely'
import type { App } from '../../app-services.ts'
import { orUndone } from '../../db/or-undone.ts'
import { ms } from '../../db/time.ts'
import { filesOf } from '../../files/store.ts'
import { lockGuilds } from '../../guilds/lock-store.ts'
import { invalid } from '../../http/problem.ts'
import type { Person } from '../../http/session.ts'
import { writtenText } from '../../markdown/written.ts'
import { mustAllow, type Criterion } from './editing-rules.ts'
import { attachedTo } from './editing-store.ts'
import { requireEditor, showForm } from './form.ts'
import { compareWith, saveHeld, type Changes } from './save-held.ts'
import { statusAt, type Task } from '../rules.ts'
import { linksOf, saveInClasses } from '../sets/save-in-classes.ts'
import { guildsOfSet, lockSet } from '../sets/set-store.ts'
import { lockTask } from '../store.ts'
import type { TaskTable } from '../tables.ts'

export type Sent = Input<typeof taskEditing.update>
type Updated = Output<typeof taskEditing.update>

const moment = (sent: string | null): number | null => (sent === null ? null : ms(sent))

/** The columns that are sent, as they are stored. */
const columnsOf = async (app: App, sent: Sent, person: number): Promise<Updateable<TaskTable>> => {
  const { open_at, due_at, close_at, content, questions, ...rest } = sent
  const { id: _, base_version: __, notify: ___, also: ____, preview: _____, ...given } = rest
  const { criteria: ______, keys: _k, prerequisites: _______, files: ________, ...plain } = given
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

/** Refuses files other than the caller's own with the purpose `task` and those already attached. */
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

/** Saves changes of a task, all of them or nothing. Where somebody else saved meanwhile, refuses with their version. */
export const updateTask = async (app: App, sent: Sent, caller: Person): Promise<Updated> => {
  const { id, base_version, notify: tells = false, also, preview = false } = sent
  const { task } = await requireEditor(app.db, id, caller)
  mustAllow('edit', statusAt(task, caller.now))
  await mustOwn(app, task, sent, caller.user_id)
  const changes: Changes = {
    columns: await columnsOf(app, sent, caller.user_id),
    criteria: sent.criteria as Criterion[] | undefined,
    keys: sent.keys,
    prerequisites: sent.prerequisites,
    files: sent.files,
  }
  const by = { ...caller, notify: tells, events: app.events }
  const classes = await orUndone(app.db, preview, async (db) => {
    // Locks the guilds, the set, then its tasks: concurrent saves wait for each other in the same order.
    const set_id = also === 'set' ? task.set_id : null
    if (sent.prerequisites || typeof sent.chapter_id === 'number')
      await lockGuilds(db, [task.guild_id, ...(set_id === null ? [] : await guildsOfSet(db, set_id))])
    if (set_id !== null) await lockSet(db, set_id)
    // The task is locked before anything is checked: nobody can accept it while it is decided whether anybody has.
    const held = await lockTask(db, id)
    // Rendering the text and waiting for the task take time: whoever may not edit it any more changes nothing.
    await requireEditor(db, id, caller)
    if (!held || held.edit_version !== base_version) return null
    const source = { ...(await compareWith(db, held, changes)), ...(await linksOf(db, held)) }
    if (!(await saveHeld(db, held, changes, by))) return null
    return set_id !== null && held.set_id === set_id ? saveInClasses(db, { source, changes, set_id }, by) : []
  })
  const form = await showForm(app, id, caller)
  if (classes === null) throw fail('CONFLICT', { theirs: form })
  return { ...form, classes }
}
