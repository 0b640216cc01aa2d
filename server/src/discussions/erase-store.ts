import type { Db } from '../db/schema.ts'

/** Empties the posts of somebody whose data is to go. Threads keep their shape: a post reads as deleted. */
export const erasePosts = async (db: Db, user_id: number, now: number): Promise<void> => {
  const own = db.selectFrom('discussions').select('id').where('user_id', '=', user_id)
  for (const table of ['discussion_edits', 'discussion_mentions', 'discussion_files'] as const)
    await db.deleteFrom(table).where('discussion_id', 'in', own).execute()
  await db
    .updateTable('discussions')
    .set({ deleted_at: now })
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute()
  await db.updateTable('discussions').set({ content: '', content_html: '' }).where('user_id', '=', user_id).execute()
}
