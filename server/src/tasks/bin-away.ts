import type { Db } from '../db/schema.ts'
import { followAway } from '../messages/away-store.ts'
import type { Task } from './rules.ts'

/**
 * Hides the notices about a task’s things (`about`) while the task is in the bin and restores them when it comes out.
 * `since` is when the task was put into the bin, if it was.
 */
export const followIntoBin = async (
  db: Db,
  { status, trashed_at }: Pick<Task, 'status' | 'trashed_at'>,
  since: number | undefined,
  about: readonly string[],
): Promise<void> => {
  if (status === 'trashed') await followAway(db, about, { before: null, after: trashed_at })
  else if (since !== undefined) await followAway(db, about, { before: since, after: null })
}
