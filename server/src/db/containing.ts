import { sql, type RawBuilder } from 'kysely'

/** What contains these words, as a value of a statement that lowers it itself. */
export const patternOf = (words: string): string => `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * The pattern of `lower(…) like … escape '\\'` for what contains these words; signs that mean something in a pattern
 * are looked for as they are. The database lowers both: SQLite knows A to Z alone, and what is typed as it stands is
 * found. Asked once, not for each row.
 */
export const containing = (words: string): RawBuilder<string> =>
  sql<string>`(select lower(cast(${patternOf(words)} as text)))`

/** The same for a column whose letters are small ones already, as `username_key`. */
export const containingKey = (words: string): string => patternOf(words).toLowerCase()
