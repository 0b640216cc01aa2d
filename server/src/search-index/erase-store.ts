import type { Dialect } from '../db/connection.ts'
import type { Db } from '../db/schema.ts'
import { putWords } from '../db/text-index.ts'

const atOnce = 500

/** Removes all words of a user's works from the search index; their texts are empty when read again. */
export const eraseWords = async (db: Db, dialect: Dialect, user_id: number): Promise<void> => {
  const own = await db.selectFrom('submissions').select('id').where('user_id', '=', user_id).orderBy('id').execute()
  for (let at = 0; at < own.length; at += atOnce) {
    const rows = own.slice(at, at + atOnce).map(({ id }) => ({ id, words: [] }))
    await putWords(db, dialect, 'search_works', rows)
  }
}
