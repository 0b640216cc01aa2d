import { call, type Output } from './call.ts'
import { FileCard } from './files.ts'
import { boolean, fields, id, instant, nullable, oneOf, optional, pageOf, paging, string, text } from './schema.ts'

/** The length of a note, in code points. */
export const noteLength = { min: 1, max: 1000 } as const

/** A note between a student and staff under a result, in plain text. */
export const Note = fields({
  id: id(),
  content: string(),
  /** The attached photo, re-encoded without the metadata of its camera. */
  photo: nullable(FileCard),
  author: fields({
    nickname: string(),
    /** Address of the picture, or empty. */
    avatar: string(),
    role: oneOf('student', 'assistant', 'teacher', 'admin'),
    mine: boolean(),
  }),
  created_at: instant(),
  edited_at: nullable(instant()),
  /**
   * What the caller may do with it. `edit`: change a note of their own, within 15 minutes and while nobody has answered
   * or reported it.
   */
  can: fields({ edit: boolean(), remove: boolean(), report: boolean() }),
})
export type Note = Output<typeof notes.write>

/** Why a thread can only be read: the guild is archived, or the student has left it. */
export const noteClosed = () => nullable(oneOf('archived', 'left'))

export const notes = {
  list: call({
    method: 'GET',
    path: '/api/submit/notes',
    access: 'student',
    summary:
      'The notes of the caller and the staff of the guild under the result of a task, newest first; empty before a result is released.',
    input: fields({ task_id: id(), ...paging }),
    output: fields({
      ...pageOf(Note).properties,
      closed: noteClosed(),
      /**
       * Since when the caller has waited for staff; null where staff have answered, or have marked that no answer is
       * needed.
       */
      waiting_since: nullable(instant()),
    }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  write: call({
    method: 'POST',
    path: '/api/submit/write_note',
    access: 'student',
    summary:
      'Writes a note to the staff of the guild under a released result; 5 a minute, 20 an hour. Repeating it with the same `key` answers the same note, unless it was taken back.',
    input: fields({
      task_id: id(),
      content: text(noteLength.max, noteLength.min),
      /** A picture that the caller uploaded with the purpose `submission`. */
      file_id: optional(id()),
      key: text(64, 8),
    }),
    output: Note,
    refusals: ['NOT_FOUND', 'EMPTY', 'FILE', 'TOO_FAST', 'ARCHIVED', 'KEY_REUSED', 'INVALID'],
  }),
  edit: call({
    method: 'POST',
    path: '/api/submit/edit_note',
    access: 'student',
    summary: 'Changes a note of the caller within 15 minutes, while nobody has answered or reported it.',
    input: fields({ note_id: id(), content: text(noteLength.max, noteLength.min) }),
    output: Note,
    refusals: ['NOT_FOUND', 'EMPTY', 'EDIT_OVER', 'ARCHIVED', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/submit/remove_note',
    access: 'student',
    summary: 'Takes back a note of the caller; `undo` restores it within 10 minutes, after which its text is deleted.',
    input: fields({ note_id: id(), undo: optional(boolean()) }),
    output: fields({ removed: boolean() }),
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  }),
}
