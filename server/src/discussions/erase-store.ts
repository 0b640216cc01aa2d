import type { Db } from '../db/schema.ts'

/** A user's posts that are not deleted, each with its question, by task. */
export const standingPosts = (db: Db, user_id: number) =>
  db
    .selectFrom('discussions')
    .select(['id', 'parent_id'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('task_id')
    .orderBy('id')
    .execute()

/** Empties all that somebody has posted, deleted or not. */
export const emptyPosts = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('discussions').select('id').where('user_id', '=', user_id)
  for (const table of ['discussion_edits', 'discussion_mentions', 'discussion_files'] as const)
    await db.deleteFrom(table).where('discussion_id', 'in', own).execute()
  await db
    .updateTable('discussions')
    .set({ content: '', content_html: '', hidden_reason: '' })
    .where('user_id', '=', user_id)
    .execute()
}

/**
 * Empties the notes on a user's own reports, and on reports about their works, posts and notes, when that user is
 * erased.
 */
export const eraseReports = async (db: Db, user_id: number): Promise<void> => {
  const works = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  const posts = db.selectFrom('discussions').select('id').where('user_id', '=', user_id)
  const notes = db.selectFrom('submission_notes').select('id').where('student_id', '=', user_id)
  await db
    .updateTable('reports')
    .set({ note: '' })
    .where((eb) =>
      eb.or([
        eb('reporter_id', '=', user_id),
        eb.and([eb('target', '=', 'submit'), eb('target_id', 'in', works)]),
        eb.and([eb('target', '=', 'discussion'), eb('target_id', 'in', posts)]),
        eb.and([eb('target', '=', 'note'), eb('target_id', 'in', notes)]),
      ]),
    )
    .execute()
}
