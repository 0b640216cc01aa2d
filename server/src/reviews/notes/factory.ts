import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SubmissionNoteTable } from '../tables.ts'
import { holdThread, insertNote, restand, type StoredNote } from './note-store.ts'

/** A note under a result, by default written by its student; recomputes whether the thread waits. */
export const aNote = async (
  db: Db,
  given: Pick<Insertable<SubmissionNoteTable>, 'task_id' | 'student_id' | 'guild_id' | 'enrolment_id' | 'author_id'> &
    Partial<Insertable<SubmissionNoteTable>>,
): Promise<StoredNote> => {
  const { task_id, student_id, guild_id } = given
  const thread = await holdThread(db, { task_id, student_id, guild_id })
  const note = await insertNote(db, {
    content: '老师，这一步我还不明白。',
    role: 'student',
    key: randomUUID(),
    created_at: Date.now(),
    edited_at: null,
    deleted_at: null,
    hidden_at: null,
    hidden_by: null,
    ...given,
  })
  if (!note) throw new Error('a note with this key is there')
  await restand(db, thread)
  return note
}
