import type { Db } from '../db/schema.ts'

/** The posts below a task, each with what hides it, and a reply with what hides its question. */
export const postsAbout = async (db: Db, task_id: number) => {
  const rows = await db
    .selectFrom('discussions')
    .select(['id', 'parent_id', 'deleted_at', 'hidden_at', 'held_at'])
    .where('task_id', '=', task_id)
    .where('target', '=', 'task')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, root: row.parent_id === null ? null : (byId.get(row.parent_id) ?? null) }))
}
