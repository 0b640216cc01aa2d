import type { Note } from '@tongchuang/contract/notes.ts'
import type { StaffNote } from '@tongchuang/contract/notes.admin.ts'
import type { App } from '../../app-services.ts'
import { iso } from '../../db/time.ts'
import type { Db } from '../../db/schema.ts'
import { faceFor, pictureCard } from '../../files/cards.ts'
import { readyFiles, type FileRow } from '../../files/store.ts'
import { mayChangeNote } from './note-rules.ts'
import type { NoteRow } from './note-store.ts'

type Look = { user_id: number; closed: 'archived' | 'left' | null; now: number; photos: ReadonlyMap<number, FileRow> }

/** The photos that came with some notes, by their ids. */
export const photosOf = async (db: Db, notes: readonly { file_id: number | null }[]): Promise<Map<number, FileRow>> => {
  const ids = notes.flatMap(({ file_id }) => file_id ?? [])
  return new Map((ids.length === 0 ? [] : await readyFiles(db, ids)).map((row) => [row.id, row]))
}

/** A note for its student. */
export const noteFor = (app: App, row: NoteRow, { user_id, closed, now, photos }: Look): Note => {
  const photo = photos.get(row.file_id ?? 0)
  const mine = row.author_id === user_id
  const answered = row.is_answered === 1
  const reported = row.is_reported === 1
  return {
    id: row.id,
    content: row.content,
    photo: photo ? pictureCard(app, photo, user_id) : null,
    author: { nickname: row.nickname, avatar: faceFor(app, row, user_id), role: row.role, mine },
    created_at: iso(row.created_at),
    edited_at: iso(row.edited_at),
    can: {
      edit: mine && closed === null && mayChangeNote({ ...row, answered, reported }, now),
      remove: mine && closed === null,
      report: !mine,
    },
  }
}

/** A note as staff see it: with real names of students, and hidden notes included. */
export const staffNoteFor = (app: App, row: NoteRow, look: Look & { mayHide: boolean }): StaffNote => {
  const note = noteFor(app, row, look)
  return {
    ...note,
    author: { ...note.author, nickname: row.role === 'student' ? row.real_name || row.nickname : row.nickname },
    can: { ...note.can, report: false },
    hidden: row.hidden_at !== null,
    hidden_reason: row.hidden_reason,
    may_hide: look.mayHide && row.author_id !== look.user_id,
  }
}
