import type { Db } from '../../db/schema.ts'

/** Works that wait to be rendered. */
export const worksToRender = (db: Db, limit: number) =>
  db
    .selectFrom('submissions')
    .select(['id', 'user_id as person', 'content', 'render_pending'])
    .where('render_pending', '>', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores the rendered text of a work, unless the work was erased meanwhile. */
export const keepRendered = async (
  db: Db,
  { id, content }: { id: number; content: string },
  { html, excerpt, render_pending }: { html?: string; excerpt?: string; render_pending: number },
): Promise<void> => {
  const set = {
    render_pending,
    ...(html !== undefined && { content_html: html }),
    ...(excerpt !== undefined && { excerpt }),
  }
  await db.updateTable('submissions').set(set).where('id', '=', id).where('content', '=', content).execute()
}
