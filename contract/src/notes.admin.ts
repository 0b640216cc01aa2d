import { call, type Output } from './call.ts'
import { Note, noteClosed, noteLength } from './notes.ts'
import { PersonSeen } from './review-work.admin.ts'
import { boolean, fields, id, instant, nullable, optional, pageOf, paging, string, text } from './schema.ts'

/** A note as staff see it, including notes that are hidden from the student. */
export const StaffNote = fields({
  ...Note.properties,
  hidden: boolean(),
  hidden_reason: string(),
  /** Whether the caller may hide it from the student, and show it again. */
  may_hide: boolean(),
})
export type StaffNote = Output<typeof notesAdmin.write>

const thread = { task_id: id(), user_id: id() }

export const notesAdmin = {
  waiting: call({
    method: 'GET',
    path: '/api/admin/note/waiting',
    access: 'staff',
    summary:
      'The students who wrote under a result and wait for an answer, in the guilds that the caller reviews, longest wait first.',
    input: fields({ guild_id: optional(id()), ...paging }),
    output: pageOf(
      fields({
        task_id: id(),
        task_title: string(),
        guild_id: id(),
        guild_name: string(),
        student: PersonSeen,
        /** Their newest version with a released result; null where nothing was handed in. */
        submit_id: nullable(id()),
        /** The student's last note. */
        content: string(),
        waiting_since: instant(),
      }),
    ),
    refusals: ['INVALID'],
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/note/list',
    access: 'staff',
    summary: 'The notes of a student and the staff under the result of a task, newest first.',
    input: fields({ ...thread, ...paging }),
    output: fields({
      ...pageOf(StaffNote).properties,
      closed: noteClosed(),
      /** Since when the student waits for staff; null where the student does not. */
      waiting_since: nullable(instant()),
    }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'INVALID'],
  }),
  write: call({
    method: 'POST',
    path: '/api/admin/note/write',
    access: 'staff',
    summary:
      'Writes a note to a student under a released result. Repeating it with the same `key` answers the same note, unless it was taken back.',
    input: fields({ ...thread, content: text(noteLength.max, noteLength.min), key: text(64, 8) }),
    output: StaffNote,
    refusals: ['NOT_FOUND', 'OWN_WORK', 'EMPTY', 'STATE', 'ARCHIVED', 'NOT_MEMBER', 'KEY_REUSED', 'INVALID'],
  }),
  edit: call({
    method: 'POST',
    path: '/api/admin/note/edit',
    access: 'staff',
    summary: 'Changes a note of the caller within 15 minutes, while nobody has answered or reported it.',
    input: fields({ note_id: id(), content: text(noteLength.max, noteLength.min) }),
    output: StaffNote,
    refusals: ['NOT_FOUND', 'OWN_WORK', 'EMPTY', 'EDIT_OVER', 'STATE', 'ARCHIVED', 'NOT_MEMBER', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/note/remove',
    access: 'staff',
    summary: 'Takes back a note of the caller; `undo` restores it within 10 minutes, after which its text is deleted.',
    input: fields({ note_id: id(), undo: optional(boolean()) }),
    output: fields({ removed: boolean() }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'STATE', 'ARCHIVED', 'NOT_MEMBER'],
  }),
  settle: call({
    method: 'POST',
    path: '/api/admin/note/settle',
    access: 'staff',
    summary:
      'Marks the notes of a student, up to the one in `seen`, as needing no answer, so that the student no longer waits.',
    input: fields({ ...thread, seen: id() }),
    output: fields({ waiting_since: nullable(instant()) }),
    refusals: ['NOT_FOUND', 'OWN_WORK', 'STATE', 'ARCHIVED', 'NOT_MEMBER'],
  }),
  hide: call({
    method: 'POST',
    path: '/api/admin/note/hide',
    access: 'staff',
    summary: 'Hides a note from the student; a student who wrote it is told the reason.',
    input: fields({ note_id: id(), reason: text(200, 2) }),
    output: StaffNote,
    refusals: ['NOT_FOUND', 'OWN_WORK', 'ROLE'],
  }),
  restore: call({
    method: 'POST',
    path: '/api/admin/note/restore',
    access: 'staff',
    summary: 'Show a hidden note again; the message about it is back, and a student’s note waits for an answer again.',
    input: fields({ note_id: id() }),
    output: StaffNote,
    refusals: ['NOT_FOUND', 'OWN_WORK', 'ROLE'],
  }),
}
