import type { Db } from '../db/schema.ts'
import type { SearchCursorTable } from './tables.ts'

/** Versions after an id, as input for the index; their texts never change. */
export const listTexts = (
  db: Db,
  after: number,
  limit: number,
): Promise<{ id: number; title: string; excerpt: string }[]> =>
  db
    .selectFrom('submissions')
    .select(['id', 'title', 'excerpt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The position up to which the index has read; undefined where it has not started. */
export const readCursor = (db: Db): Promise<SearchCursorTable | undefined> =>
  db.selectFrom('search_cursors').selectAll().where('source', '=', 'works').executeTakeFirst()

export const writeCursor = async (db: Db, cursor: SearchCursorTable): Promise<void> => {
  await db
    .insertInto('search_cursors')
    .values(cursor)
    .onConflict((conflict) => conflict.column('source').doUpdateSet(cursor))
    .execute()
}
