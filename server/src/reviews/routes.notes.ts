import { notes } from '@tongchuang/contract/notes.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso } from '../db/time.ts'
import { implement, type Handler } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { removeTold } from '../messages/store.ts'
import { findVisibleTask } from '../tasks/store.ts'
import { aboutNote, noteThreadClosed, noteUndoMs } from './notes/note-rules.ts'
import { answeredEnrolment, findNote, findThread, listNotes, showNote, sweepNotes } from './notes/note-store.ts'
import { noteFor, photosOf } from './notes/present.ts'
import { editNote, removeNote, writeNote, type Writing } from './notes/thread.ts'

const sweepSeconds = 600

/** Notes between a student and staff under a result, for the student. */
export const noteRoutes = (app: App): void => {
  app.removal.every('notes.sweep', sweepSeconds, 'expired', (now) =>
    app.db.transaction().execute(async (db) => {
      const gone = await sweepNotes(db, now - noteUndoMs)
      await removeTold(db, 'note.written', gone.map(aboutNote))
    }),
  )
  implement(app, notes, { list: list(app), write: write(app), edit: edit(app), remove: remove(app) })
}

/** The thread under the caller’s own result; there is none before the result is released. */
const enter = async (db: Db, task_id: number, { user_id, now }: Person) => {
  const task = await findVisibleTask(db, task_id, user_id)
  const thread = { task_id, student_id: user_id }
  if (task?.member_role !== 'student' || !(await answeredEnrolment(db, thread))) throw fail('NOT_FOUND')
  const closed = noteThreadClosed({ isArchived: task.guild_status === 'archived', isMember: true })
  const writing: Writing = {
    ...thread,
    ...{ guild_id: task.guild_id, title: task.title, user_id, role: 'student', now },
  }
  return { writing, closed }
}

/** The same thread, for writing; refused where it is closed. */
const enterOpen = async (db: Db, task_id: number, caller: Person): Promise<Writing> => {
  const { writing, closed } = await enter(db, task_id, caller)
  if (closed) throw fail('ARCHIVED')
  return writing
}

/** The caller’s own note, with its thread. */
const ownNote = async (db: Db, note_id: number, caller: Person): Promise<Writing> => {
  const note = await findNote(db, note_id)
  if (note?.author_id !== caller.user_id || note.student_id !== caller.user_id) throw fail('NOT_FOUND')
  return enterOpen(db, note.task_id, caller)
}

const shown = async (app: App, db: Db, id: number, { user_id, now }: Person) => {
  const row = orNotFound(await showNote(db, id, { user_id, isStaff: false }))
  return noteFor(app, row, { user_id, closed: null, now, photos: await photosOf(db, [row]) })
}

const list =
  (app: App): Handler<typeof notes.list> =>
  async ({ task_id, ...page }, caller) => {
    const { writing, closed } = await enter(app.db, task_id, caller)
    const { user_id, now } = caller
    const found = await listNotes(app.db, writing, { user_id, isStaff: false }, page)
    const thread = await findThread(app.db, writing)
    const photos = await photosOf(app.db, found.list)
    return {
      ...found,
      list: found.list.map((row) => noteFor(app, row, { user_id, closed, now, photos })),
      closed,
      waiting_since: iso(thread?.waiting_since ?? null),
    }
  }

const write =
  (app: App): Handler<typeof notes.write> =>
  ({ task_id, ...sent }, caller) =>
    app.db.transaction().execute(async (db) => {
      const writing = await enterOpen(db, task_id, caller)
      return shown(app, db, await writeNote(app, db, writing, sent), caller)
    })

const edit =
  (app: App): Handler<typeof notes.edit> =>
  ({ note_id, content }, caller) =>
    app.db.transaction().execute(async (db) => {
      await editNote(db, await ownNote(db, note_id, caller), note_id, content)
      return shown(app, db, note_id, caller)
    })

const remove =
  (app: App): Handler<typeof notes.remove> =>
  ({ note_id, undo = false }, caller) =>
    app.db.transaction().execute(async (db) => {
      await removeNote(db, await ownNote(db, note_id, caller), note_id, undo)
      return { removed: !undo }
    })
