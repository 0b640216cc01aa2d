import type { Db } from '../db/schema.ts'

type Became = { html?: string; render_pending: number }

/** Descriptions of guilds that wait to be rendered. */
export const descriptionsToRender = (db: Db, limit: number) =>
  db
    .selectFrom('guilds')
    .select(['id', 'description as content', 'render_pending'])
    .where('render_pending', '>', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores a rendered description, unless it was changed meanwhile. */
export const keepDescription = async (
  db: Db,
  { id, content }: { id: number; content: string },
  { html, render_pending }: Became,
): Promise<void> => {
  const set = { render_pending, ...(html !== undefined && { description_html: html }) }
  await db.updateTable('guilds').set(set).where('id', '=', id).where('description', '=', content).execute()
}

/** Announcements that wait to be rendered. */
export const announcementsToRender = (db: Db, limit: number) =>
  db
    .selectFrom('announcements')
    .select(['id', 'guild_id', 'content', 'render_pending'])
    .where('render_pending', '>', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores a rendered announcement, unless it was changed meanwhile. */
export const keepAnnouncement = async (
  db: Db,
  { id, content }: { id: number; content: string },
  { html, render_pending }: Became,
): Promise<void> => {
  const set = { render_pending, ...(html !== undefined && { content_html: html }) }
  await db.updateTable('announcements').set(set).where('id', '=', id).where('content', '=', content).execute()
}
