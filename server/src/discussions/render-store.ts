import type { Db } from '../db/schema.ts'

/** Posts that wait to be rendered. */
export const postsToRender = (db: Db, limit: number) =>
  db
    .selectFrom('discussions')
    .select(['id', 'guild_id', 'user_id', 'content', 'render_pending'])
    .where('render_pending', '>', 0)
    .orderBy('id')
    .limit(limit)
    .execute()
export type PostToRender = Awaited<ReturnType<typeof postsToRender>>[number]

/** Stores the rendered HTML of a post; false where the post was changed or erased meanwhile. */
export const keepRendered = async (
  db: Db,
  { id, content }: { id: number; content: string },
  { html, render_pending }: { html?: string; render_pending: number },
): Promise<boolean> => {
  const set = { render_pending, ...(html !== undefined && { content_html: html }) }
  const { numUpdatedRows } = await db
    .updateTable('discussions')
    .set(set)
    .where('id', '=', id)
    .where('content', '=', content)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
