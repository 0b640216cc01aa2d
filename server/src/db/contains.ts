import { plainText } from '@tongchuang/contract/rules/plain-text.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isPostgres } from './connection.ts'
import type { Db } from './schema.ts'

// Ranges of characters that are another character in a different width or shape: signs like ², ① and ㎏, compatible Han,
// full and half width.
const shapes = [
  [0xa0, 0xff],
  [0x2070, 0x24ff],
  [0x2e80, 0x33ff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
] as const

let known: ReadonlyMap<string, string> | undefined

/**
 * For each character in the form of `plainText`, the characters that count as the same: １ and ① for 1, （ for (.
 * Computed at the first search: 2 ms.
 */
const shapesOf = (): ReadonlyMap<string, string> => {
  if (known) return known
  const made = new Map<string, string>()
  for (const [from, to] of shapes)
    for (let code = from; code <= to; code += 1) {
      const other = String.fromCodePoint(code)
      const plain = plainText(other)
      if (plain !== other.toLowerCase() && [...plain].length === 1) made.set(plain, (made.get(plain) ?? '') + other)
    }
  return (known = made)
}

/** The forms of a character in a stored text: both cases, and every width and shape. */
const formsOf = (character: string): string[] => {
  const capital = character.toUpperCase()
  const cases = capital === character || [...capital].length > 1 ? [character] : [character, capital]
  return [...cases, ...(shapesOf().get(character) ?? '')]
}

/** Matches one of some characters, for `~` of PostgreSQL; ASCII punctuation is escaped. */
const regexOf = (forms: readonly string[]): string => {
  const all = forms.map((form) => form.replace(/[!-/:-@[-`{-~]/, '\\$&')).join('')
  return forms.length > 1 ? `[${all}]` : all
}

/** Matches one of some characters, for `glob` of SQLite, where a set that begins with ^ would match all others. */
const globOf = ([first = '', ...others]: readonly string[]): string => {
  if (others.length > 0) return first === '^' ? `[${others.join('')}^]` : `[${first}${others.join('')}]`
  return /[*?[]/.test(first) ? `[${first}]` : first
}

/**
 * The patterns for `fits` that match texts containing some words, in any case and width: one for the words in the form
 * of `plainText`, and one as they were typed. They differ where one character becomes several: … becomes three dots.
 */
export const patternsOf = (db: Db, words: string): { plain: string; typed: string } => {
  const patternOf = (text: string): string => {
    const forms = [...text].map(formsOf)
    return isPostgres(db) ? forms.map(regexOf).join('') : `*${forms.map(globOf).join('')}*`
  }
  const trimmed = words.trim()
  return { plain: patternOf(plainText(trimmed)), typed: patternOf(trimmed.toLowerCase()) }
}

/** For `where`: whether a text matches a pattern of `patternsOf`. It uses no index: every candidate row is read. */
export const fits = (db: Db, text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${text} ~ ${pattern}` : sql`${text} glob ${pattern}`

/**
 * For `where`: whether a text contains some words, in any case and width; punctuation matches only itself. `lower` with
 * `like` is not enough: SQLite converts only A to Z, and 七（3）班 is typed 七(3)班.
 */
export const contains = (db: Db, column: string | RawBuilder<unknown>, words: string): RawBuilder<SqlBool> => {
  const text = typeof column === 'string' ? sql.ref(column) : column
  const { plain, typed } = patternsOf(db, words)
  return plain === typed ? fits(db, text, plain) : sql`(${fits(db, text, plain)} or ${fits(db, text, typed)})`
}
