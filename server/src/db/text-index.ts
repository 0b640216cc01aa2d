import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from './connection.ts'
import type { Db } from './schema.ts'

/**
 * An index of words over the rows of a table, by their id: contentless FTS5 on SQLite, a tsvector on PostgreSQL. It is
 * filled with words that are split already, so both databases find the same; the texts themselves are not in it.
 * Migrations create it.
 */
export type TextIndex = `search_${string}`

/** A word to look for; with `prefix` also longer words that begin with it. */
export type Term = { word: string; prefix: boolean }

// Four letters for each character: no tokenizer has to know any script, and the beginning of a word stays its
// beginning.
const encoded = (word: string): string =>
  [...word].map((character) => character.codePointAt(0)!.toString(36).padStart(4, '0')).join('')

/** Stores the words of rows, replacing their previous ones. */
export const putWords = async (
  db: Db,
  dialect: Dialect,
  name: TextIndex,
  rows: readonly { id: number; words: readonly string[] }[],
): Promise<void> => {
  if (rows.length === 0) return
  const table = sql.table(name)
  const texts = rows.map(({ id, words }) => ({ id, text: words.map(encoded).join(' ') }))
  if (dialect === 'sqlite') {
    await sql`insert or replace into ${table} (rowid, words) values ${sql.join(texts.map(({ id, text }) => sql`(${id}, ${text})`))}`.execute(
      db,
    )
    return
  }
  const values = texts.map(
    ({ id, text }) => sql`(cast(${id} as integer), array_to_tsvector(array_remove(string_to_array(${text}, ' '), '')))`,
  )
  await sql`insert into ${table} (id, words) values ${sql.join(values)} on conflict (id) do update set words = excluded.words`.execute(
    db,
  )
}

type Looked = { terms: readonly Term[]; before?: number; limit: number }

/** The ids of rows with all of the words as a query, newest first, behind an id; never more than `limit`. */
export const withWords = (
  dialect: Dialect,
  name: TextIndex,
  { terms, before, limit }: Looked,
): RawBuilder<{ id: number }> => {
  const table = sql.table(name)
  if (dialect === 'sqlite') {
    const query = terms.map(({ word, prefix }) => `"${encoded(word)}"${prefix ? '*' : ''}`).join(' AND ')
    const behind = before === undefined ? sql`` : sql`and rowid < ${before}`
    return sql<{
      id: number
    }>`select rowid as id from ${table} where ${table} match ${query} ${behind} order by rowid desc limit ${limit}`
  }
  const query = terms.map(({ word, prefix }) => `'${encoded(word)}'${prefix ? ':*' : ''}`).join(' & ')
  const behind = before === undefined ? sql`` : sql`and id < ${before}`
  return sql<{
    id: number
  }>`select id from ${table} where words @@ cast(${query} as tsquery) ${behind} order by id desc limit ${limit}`
}

/** Runs the query of `withWords` and returns the ids. */
export const findWords = async (db: Db, dialect: Dialect, name: TextIndex, looked: Looked): Promise<number[]> => {
  const { rows } = await withWords(dialect, name, looked).execute(db)
  return rows.map(({ id }) => id)
}
