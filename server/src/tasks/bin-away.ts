import type { Db } from '../db/schema.ts'
import { followAway } from '../messages/away-store.ts'
import type { Task } from './rules.ts'

/**
 * Has what students were told about things of a task follow it into the bin and out of it; `since`: when it went there.
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
