import type { Db } from '../../db/schema.ts'

/** Texts of tasks that wait to be rendered. */
export const textsToRender = (db: Db, limit: number) =>
  db
    .selectFrom('tasks')
    .select(['id', 'guild_id', 'content', 'render_pending'])
    .where('render_pending', '>', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores the rendered text of a task, unless the text was changed meanwhile. */
export const keepText = async (
  db: Db,
  { id, content }: { id: number; content: string },
  { html, render_pending }: { html?: string; render_pending: number },
): Promise<void> => {
  const set = { render_pending, ...(html !== undefined && { content_html: html }) }
  await db.updateTable('tasks').set(set).where('id', '=', id).where('content', '=', content).execute()
}
