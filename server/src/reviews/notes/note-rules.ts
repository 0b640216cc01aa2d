import { editMinutes } from '@tongchuang/contract/discussions.ts'

/** How long a note that was taken back can come back. */
export const noteUndoMs = 10 * 60_000

type Standing = { created_at: number; deleted_at: number | null; hidden_at: number | null }

/** Whether its author may still change a note: nobody has read it for an answer or a report. */
export const mayChangeNote = (note: Standing & { answered: boolean; reported: boolean }, now: number): boolean =>
  note.deleted_at === null &&
  note.hidden_at === null &&
  !note.answered &&
  !note.reported &&
  now - note.created_at <= editMinutes * 60_000

/** Why a thread can only be read; null where both sides can write. */
export const noteThreadClosed = (thread: { isArchived: boolean; isMember: boolean }): 'archived' | 'left' | null =>
  thread.isArchived ? 'archived' : thread.isMember ? null : 'left'

/** What a thread is about in the message boxes of the staff. */
export const aboutThread = ({ task_id, student_id }: { task_id: number; student_id: number }): string =>
  `notes:${task_id}:${student_id}`
/** What a note is about in the box of its student. */
export const aboutNote = (id: number): string => `note:${id}`
