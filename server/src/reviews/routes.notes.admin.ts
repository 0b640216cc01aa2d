import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso } from '../db/time.ts'
import { mayModerate, mayReview } from '../guilds/rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement, type Handler } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { findTask } from '../tasks/store.ts'
import { noteThreadClosed } from './notes/note-rules.ts'
import {
  answeredEnrolment,
  findNote,
  findThread,
  isStudentOf,
  listNotes,
  showNote,
  type Between,
  type StoredNote,
} from './notes/note-store.ts'
import { photosOf, staffNoteFor } from './notes/present.ts'
import { editNote, hideNote, removeNote, restoreNote, settleNotes, writeNote, type Writing } from './notes/thread.ts'
import { listWaiting } from './notes/waiting-store.ts'
import { personSeen } from './present.ts'
import { reviewer } from './review-detail.ts'

/** Notes between a student and staff under a result, for staff. */
export const noteAdminRoutes = (app: App): void =>
  implement(app, notesAdmin, {
    waiting: waiting(app),
    list: list(app),
    write: write(app),
    edit: edit(app),
    remove: remove(app),
    settle: settle(app),
    hide: hide(app),
    restore: restore(app),
  })

type Entered = { writing: Writing; isBinned: boolean; closed: 'archived' | 'left' | null; mayHide: boolean }

/**
 * The thread of a student whose works the caller reviews; an unknown task, another guild and an unreleased result are
 * treated alike.
 */
const enter = async (db: Db, thread: Between, { user_id, now }: Person): Promise<Entered> => {
  const task = await findTask(db, thread.task_id)
  const staff = task && (await staffOf(db, user_id, task.guild_id))
  if (!task || !staff || !mayReview(staff) || !(await answeredEnrolment(db, thread))) throw fail('NOT_FOUND')
  if (thread.student_id === user_id) throw fail('OWN_WORK')
  const { guild_id, title } = task
  const closed = noteThreadClosed({
    isArchived: await isArchived(db, guild_id),
    isMember: await isStudentOf(db, guild_id, thread.student_id),
  })
  return {
    writing: { ...thread, guild_id, title, user_id, role: staff.role, now },
    isBinned: task.status === 'trashed',
    closed,
    mayHide: mayModerate(staff),
  }
}

const mustBeOpen = ({ writing, isBinned, closed }: Entered): Writing => {
  if (isBinned) throw fail('STATE', { state: 'trashed' })
  if (closed === 'archived') throw fail('ARCHIVED')
  if (closed === 'left') throw fail('NOT_MEMBER')
  return writing
}

const threadOf = ({ task_id, user_id }: { task_id: number; user_id: number }): Between => ({
  task_id,
  student_id: user_id,
})

/** The thread of a note that the caller may read; with `own` only for notes written by the caller. */
const enterOf = async (db: Db, note_id: number, caller: Person, { own }: { own: boolean }): Promise<Entered> => {
  const note: StoredNote | undefined = await findNote(db, note_id)
  if (!note) throw fail('NOT_FOUND')
  const entered = await enter(db, { task_id: note.task_id, student_id: note.student_id }, caller)
  if (own && note.author_id !== caller.user_id) throw fail('NOT_FOUND')
  return entered
}

const shown = async (app: App, db: Db, id: number, { closed, mayHide, writing: { user_id, now } }: Entered) => {
  const row = orNotFound(await showNote(db, id, { user_id, isStaff: true }))
  return staffNoteFor(app, row, { user_id, closed, now, mayHide, photos: await photosOf(db, [row]) })
}

const waiting =
  (app: App): Handler<typeof notesAdmin.waiting> =>
  async (input, caller) => {
    const page = await listWaiting(app.db, reviewer(caller), input)
    return {
      ...page,
      list: page.list.map((row) => ({
        task_id: row.task_id,
        task_title: row.task_title,
        guild_id: row.guild_id,
        guild_name: row.guild_name,
        student: personSeen(app, row, caller.user_id),
        submit_id: row.submit_id,
        content: row.content,
        waiting_since: iso(row.waiting_since),
      })),
    }
  }

const list =
  (app: App): Handler<typeof notesAdmin.list> =>
  async ({ task_id, user_id: student_id, ...page }, caller) => {
    const { writing, closed, mayHide } = await enter(app.db, { task_id, student_id }, caller)
    const { user_id, now } = caller
    const found = await listNotes(app.db, writing, { user_id, isStaff: true }, page)
    const thread = await findThread(app.db, writing)
    const photos = await photosOf(app.db, found.list)
    return {
      ...found,
      list: found.list.map((row) => staffNoteFor(app, row, { user_id, closed, now, mayHide, photos })),
      closed,
      waiting_since: iso(thread?.waiting_since ?? null),
    }
  }

const write =
  (app: App): Handler<typeof notesAdmin.write> =>
  ({ content, key, ...of }, caller) =>
    app.db.transaction().execute(async (db) => {
      const entered = await enter(db, threadOf(of), caller)
      return shown(app, db, await writeNote(app, db, mustBeOpen(entered), { content, key }), entered)
    })

const edit =
  (app: App): Handler<typeof notesAdmin.edit> =>
  ({ note_id, content }, caller) =>
    app.db.transaction().execute(async (db) => {
      const entered = await enterOf(db, note_id, caller, { own: true })
      await editNote(db, mustBeOpen(entered), note_id, content)
      return shown(app, db, note_id, entered)
    })

const remove =
  (app: App): Handler<typeof notesAdmin.remove> =>
  ({ note_id, undo = false }, caller) =>
    app.db.transaction().execute(async (db) => {
      const entered = await enterOf(db, note_id, caller, { own: true })
      await removeNote(db, mustBeOpen(entered), note_id, undo)
      return { removed: !undo }
    })

const settle =
  (app: App): Handler<typeof notesAdmin.settle> =>
  ({ seen, ...of }, caller) =>
    app.db.transaction().execute(async (db) => {
      const entered = await enter(db, threadOf(of), caller)
      return { waiting_since: iso(await settleNotes(db, mustBeOpen(entered), seen)) }
    })

const hide =
  (app: App): Handler<typeof notesAdmin.hide> =>
  ({ note_id, reason }, caller) =>
    app.db.transaction().execute(async (db) => {
      const entered = await enterOf(db, note_id, caller, { own: false })
      if (!entered.mayHide) throw fail('ROLE')
      await hideNote(db, note_id, { by: caller.user_id, reason, now: caller.now })
      return shown(app, db, note_id, entered)
    })

const restore =
  (app: App): Handler<typeof notesAdmin.restore> =>
  ({ note_id }, caller) =>
    app.db.transaction().execute(async (db) => {
      const entered = await enterOf(db, note_id, caller, { own: false })
      if (!entered.mayHide) throw fail('ROLE')
      await restoreNote(db, note_id, entered.writing)
      return shown(app, db, note_id, entered)
    })
