import type { Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { ReviewDraftTable } from './tables.ts'

export type StoredReviewDraft = Selectable<ReviewDraftTable>
type Key = Pick<StoredReviewDraft, 'submission_id' | 'reviewer_id'>

/** What a reviewer has written about a version so far. */
export const findDraft = (db: Db, key: Key): Promise<StoredReviewDraft | undefined> =>
  db
    .selectFrom('review_drafts')
    .selectAll()
    .where((where) => where.and({ submission_id: key.submission_id, reviewer_id: key.reviewer_id }))
    .executeTakeFirst()

/**
 * Saves a draft based on `base_version` (0: on none); undefined where a newer one exists. The statement itself is
 * conditional, so of two concurrent tabs one succeeds.
 */
export const putDraft = (
  db: Db,
  draft: Key & { base_version: number; content: string; saved_at: number },
): Promise<StoredReviewDraft | undefined> => {
  const { base_version, content, saved_at, submission_id, reviewer_id } = draft
  if (base_version === 0)
    return db
      .insertInto('review_drafts')
      .values({ submission_id, reviewer_id, draft_version: 1, content, saved_at })
      .onConflict((conflict) => conflict.columns(['submission_id', 'reviewer_id']).doNothing())
      .returningAll()
      .executeTakeFirst()
  return db
    .updateTable('review_drafts')
    .set({ draft_version: base_version + 1, content, saved_at })
    .where((where) => where.and({ submission_id, reviewer_id, draft_version: base_version }))
    .returningAll()
    .executeTakeFirst()
}

/** Removes the draft whose content became a result. */
export const dropReviewDraft = async (db: Db, key: Key): Promise<void> => {
  await db
    .deleteFrom('review_drafts')
    .where((where) => where.and({ submission_id: key.submission_id, reviewer_id: key.reviewer_id }))
    .execute()
}
