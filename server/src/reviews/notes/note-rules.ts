import { editMinutes } from '@tongchuang/contract/discussions.ts'

/** How long a deleted note can be restored. */
export const noteUndoMs = 10 * 60_000

type Standing = { created_at: number; deleted_at: number | null; hidden_at: number | null }

/**
 * Whether the author may still change a note: within the time limit, and not once it was answered, reported, deleted or
 * hidden.
 */
export const mayChangeNote = (note: Standing & { answered: boolean; reported: boolean }, now: number): boolean =>
  note.deleted_at === null &&
  note.hidden_at === null &&
  !note.answered &&
  !note.reported &&
  now - note.created_at <= editMinutes * 60_000

/** What the author of a note reads who can no longer change it; that it was reported is told to nobody. */
export const noteStays = ({ created_at, answered }: { created_at: number; answered: boolean }, now: number) => ({
  why: answered
    ? { zh: '有人回复后', en: 'Once answered' }
    : now - created_at > editMinutes * 60_000
      ? { zh: `发出${editMinutes}分钟后`, en: `After ${editMinutes} minutes` }
      : { zh: '现在', en: 'Now' },
  remove: { zh: '收回', en: 'take it back' },
})

/** Since when a note cannot be read, because it was deleted or hidden; null while it can (UTC milliseconds). */
export const noteAwaySince = ({ deleted_at, hidden_at }: Pick<Standing, 'deleted_at' | 'hidden_at'>): number | null =>
  deleted_at ?? hidden_at

/** Why a thread can only be read; null where both sides can write. */
export const noteThreadClosed = (thread: { isArchived: boolean; isMember: boolean }): 'archived' | 'left' | null =>
  thread.isArchived ? 'archived' : thread.isMember ? null : 'left'

/** The key of a thread in the message boxes of staff. */
export const aboutThread = ({ task_id, student_id }: { task_id: number; student_id: number }): string =>
  `notes:${task_id}:${student_id}`
/** The key of a note in the message box of its student. */
export const aboutNote = (id: number): string => `note:${id}`
/** The key of the message that tells a student that staff have hidden a note of theirs. */
export const aboutHiddenNote = (id: number): string => `hidden:note:${id}`
