import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import type { Db } from '../../db/schema.ts'
import { filesOf } from '../../files/store.ts'
import { staffToTell } from '../../guilds/scope-store.ts'
import { keepPace } from '../../http/writing-pace.ts'
import { sayChange } from '../../live.ts'
import { isInvisible } from '../../markdown/nothing.ts'
import { asParagraphs, excerptOf } from '../../markdown/plain.ts'
import { followAway } from '../../messages/away-store.ts'
import { reword } from '../../messages/quotes-store.ts'
import { closeAbout, notify, removeAbout, renewTodo } from '../../messages/store.ts'
import { rests } from '../../tasks/bin-store.ts'
import type { Task } from '../../tasks/rules.ts'
import { findTask } from '../../tasks/store.ts'
import { nicknameOf } from '../store.ts'
import {
  aboutHiddenNote,
  aboutNote,
  aboutThread,
  mayChangeNote,
  noteAwaySince,
  noteStays,
  noteUndoMs,
} from './note-rules.ts'
import {
  answeredEnrolment,
  findNote,
  holdThread,
  insertNote,
  isStudentOf,
  noteByKey,
  restand,
  settleThread,
  showNote,
  updateNote,
  type Between,
  type NoteReader,
  type NoteThread,
  type StoredNote,
} from './note-store.ts'

/** A thread with the task it is about, and the role in which the caller writes. */
export type Writing = Between & {
  guild_id: number
  title: string
  user_id: number
  role: StoredNote['role']
  now: number
}

/** The link to the notes under the result of a task. */
const linkToNotes = ({ task_id, guild_id }: Between & { guild_id: number }): string =>
  paths.notes({ guild: guild_id, task: task_id })

/** Makes open pages of the student reload the thread after staff wrote; staff are reached by their message boxes. */
const sayNotes = async (db: Db, { task_id, student_id, role }: Writing): Promise<void> => {
  if (role !== 'student') await sayChange(db, [student_id], { kind: 'notes', task_id })
}

/** Brings the lists and message boxes of staff in line with the remaining notes. */
const follow = async (db: Db, thread: NoteThread, writing: Writing): Promise<number | null> => {
  const since = await restand(db, thread)
  if (since === null) await closeAbout(db, aboutThread(writing))
  await sayNotes(db, writing)
  return since
}

/** The content sent: words, and the photo attached to them. */
type Sent = { content: string; key: string; file_id?: number }

/** A photo must be a picture uploaded by the author. */
const checkPhoto = async (db: Db, user_id: number, file_id: number | undefined): Promise<void> => {
  if (file_id === undefined) return
  const [photo] = await filesOf(db, user_id, [file_id])
  if (photo?.purpose !== 'submission' || photo.kind !== 'image') throw fail('FILE')
}

/**
 * The note sent earlier with this key if it is the same and still stands; a different one is refused with `KEY_REUSED`.
 */
const replayed = async (
  db: Db,
  { task_id, student_id, user_id }: Writing,
  { key, content, file_id }: Sent,
): Promise<StoredNote | undefined> => {
  const earlier = await noteByKey(db, user_id, key)
  if (!earlier) return undefined
  // A deleted note is not a match: an author who sends the words again wants them to be read.
  const isSame = earlier.deleted_at === null && earlier.content === content && earlier.file_id === (file_id ?? null)
  if (earlier.task_id !== task_id || earlier.student_id !== student_id || !isSame) throw fail('KEY_REUSED')
  return earlier
}

/** Tells a guild's staff that a student waits for an answer under a result. */
export const tellOfThread = async (
  db: Db,
  { task_id, student_id, guild_id, title, now }: Pick<Writing, 'task_id' | 'student_id' | 'guild_id' | 'title' | 'now'>,
): Promise<void> =>
  renewTodo(db, {
    user_id: await staffToTell(db, guild_id, 'can_review'),
    kind: 'note.waiting',
    data: { task: title, student: await nicknameOf(db, student_id) },
    about: aboutThread({ task_id, student_id }),
    link: adminPaths.reviewRequests('notes'),
    guild_id,
    now,
  })

const quoteOf = (content: string): string => excerptOf(asParagraphs(content))

const tell = async (db: Db, writing: Writing, note: StoredNote): Promise<void> => {
  if (note.role === 'student') return tellOfThread(db, writing)
  const { task_id, student_id, guild_id, title, user_id, now } = writing
  const who = await nicknameOf(db, user_id)
  const excerpt = quoteOf(note.content)
  await notify(db, {
    user_id: student_id,
    type: 'message',
    kind: 'note.written',
    data: { task: title, who, excerpt },
    link: linkToNotes({ task_id, student_id, guild_id }),
    about: aboutNote(note.id),
    now,
  })
}

/** Writes a note in the caller’s transaction, and tells the other side. The same key gives the same note. */
export const writeNote = async (app: App, db: Db, writing: Writing, sent: Sent): Promise<number> => {
  const { task_id, student_id, guild_id, user_id, role, now } = writing
  const known = await replayed(db, writing, sent)
  if (known) return known.id
  if (isInvisible(sent.content)) throw fail('EMPTY')
  await checkPhoto(db, user_id, sent.file_id)
  if (role === 'student') await keepPace({ limits: app.limits, db }, 'note', { user_id, now })
  const answered = orNotFound(await answeredEnrolment(db, writing))
  const thread = await holdThread(db, { task_id, student_id, guild_id })
  const note = await insertNote(db, {
    ...{ task_id, student_id, guild_id, role, ...sent, file_id: sent.file_id ?? null },
    enrolment_id: answered.id,
    author_id: user_id,
    created_at: now,
    edited_at: null,
    deleted_at: null,
    hidden_at: null,
    hidden_by: null,
  })
  // Two tabs sent it concurrently, and the other one has inserted it.
  if (!note) {
    const there = await replayed(db, writing, sent)
    if (!there) throw fail('KEY_REUSED')
    return there.id
  }
  await follow(db, thread, writing)
  await tell(db, writing, note)
  return note.id
}

/** Changes the text of a note while it is unanswered; the notice of a note by staff quotes the new text. */
export const editNote = async (db: Db, writing: Writing, id: number, content: string): Promise<void> => {
  if (isInvisible(content)) throw fail('EMPTY')
  await holdThread(db, writing)
  const note = orNotFound(await showNote(db, id, { user_id: writing.user_id, isStaff: true }))
  const { is_answered, is_reported, ...row } = note
  const answered = is_answered === 1
  if (!mayChangeNote({ ...row, answered, reported: is_reported === 1 }, writing.now))
    throw fail('EDIT_OVER', noteStays({ ...row, answered }, writing.now))
  if (row.content === content) return
  await updateNote(db, id, { content, edited_at: writing.now })
  const excerpt = quoteOf(content)
  if (row.role !== 'student') await reword(db, 'note.written', [aboutNote(id)], (data) => ({ ...data, excerpt }))
  await sayNotes(db, writing)
}

/** Deletes a note, or restores it within ten minutes; its messages are hidden and restored with it. */
export const removeNote = async (db: Db, writing: Writing, id: number, undo: boolean): Promise<void> => {
  const thread = await holdThread(db, writing)
  const note = await findNote(db, id)
  if (!note || note.hidden_at !== null) throw fail('NOT_FOUND')
  if ((note.deleted_at === null) === undo) return
  if (undo && writing.now - (note.deleted_at ?? 0) > noteUndoMs) throw fail('NOT_FOUND')
  const deleted_at = undo ? null : writing.now
  await updateNote(db, id, { deleted_at })
  await followAway(db, [aboutNote(id)], { before: note.deleted_at, after: deleted_at })
  const since = await follow(db, thread, writing)
  if (undo && since !== null && note.role === 'student') await tell(db, writing, note)
}

/** Records on behalf of staff that the notes up to one need no answer. */
export const settleNotes = async (db: Db, writing: Writing, seen: number): Promise<number | null> => {
  const thread = await holdThread(db, writing)
  const note = await findNote(db, seen)
  if (note?.task_id !== writing.task_id || note.student_id !== writing.student_id) throw fail('NOT_FOUND')
  await settleThread(db, writing, seen)
  return follow(db, { ...thread, settled_id: Math.max(thread.settled_id, seen) }, writing)
}

/** Hides a note from the student, and tells the student why if they wrote it. Repeated calls change nothing. */
export const hideNote = async (
  db: Db,
  id: number,
  { by, reason, now }: { by: number; reason: string; now: number },
): Promise<void> => {
  const seen = await findNote(db, id)
  if (!seen) return
  const thread = await holdThread(db, seen)
  const note = await findNote(db, id)
  if (!note || note.hidden_at !== null) return
  const task = await findTask(db, note.task_id)
  await hideOrShow(db, note, { hidden_at: now, hidden_by: by, hidden_reason: reason }, task)
  await afterHiding(db, thread, note)
  if (note.role !== 'student') return
  const excerpt = quoteOf(note.content).slice(0, 40).toWellFormed()
  await notify(db, {
    user_id: note.author_id,
    type: 'notice',
    kind: 'discussion.hidden',
    data: { task: task?.title ?? '', reason, excerpt },
    about: aboutHiddenNote(id),
    now,
  })
}

/**
 * Shows a hidden note again, of which its student is no longer told that it is hidden; staff are asked to answer where
 * the student waits because of it.
 */
export const restoreNote = async (db: Db, id: number, writing: Writing): Promise<void> => {
  const thread = await holdThread(db, writing)
  const note = await findNote(db, id)
  if (!note || note.hidden_at === null) return
  const task = await findTask(db, note.task_id)
  await hideOrShow(db, note, { hidden_at: null, hidden_by: null, hidden_reason: '' }, task)
  await removeAbout(db, aboutHiddenNote(id))
  const since = await afterHiding(db, thread, note)
  const isOpen = task && !(await rests(db, task)) && (await isStudentOf(db, task.guild_id, note.student_id))
  if (isOpen && since !== null && thread.waiting_since === null) await tellOfThread(db, writing)
}

const hideOrShow = async (
  db: Db,
  note: StoredNote,
  change: Pick<StoredNote, 'hidden_at' | 'hidden_by' | 'hidden_reason'>,
  task: Task | undefined,
): Promise<void> => {
  await updateNote(db, note.id, change)
  // While the task is in the bin, its messages are out of sight since then.
  const binned = task?.status === 'trashed' ? task.trashed_at : null
  await followAway(db, [aboutNote(note.id)], {
    before: noteAwaySince(note) ?? binned,
    after: noteAwaySince({ ...note, ...change }) ?? binned,
  })
}

const afterHiding = async (db: Db, thread: NoteThread, { student_id, task_id }: StoredNote): Promise<number | null> => {
  const since = await restand(db, thread)
  if (since === null) await closeAbout(db, aboutThread(thread))
  await sayChange(db, [student_id], { kind: 'notes', task_id })
  return since
}

/** A note the reader may read; an absent note and an invisible one are treated alike. */
export const findReadableNote = async (db: Db, id: number, reader: NoteReader): Promise<StoredNote | undefined> => {
  const note = await showNote(db, id, reader)
  return note && (await findNote(db, note.id))
}
