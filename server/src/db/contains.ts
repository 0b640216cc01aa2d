import { plainText } from '@tongchuang/contract/rules/plain-text.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isPostgres } from './connection.ts'
import type { Db } from './schema.ts'

// Where characters stand that are another one in another width or shape: signs like ², ① and ㎏, compatible Han, full
// and half width.
const shapes = [
  [0xa0, 0xff],
  [0x2070, 0x24ff],
  [0x2e80, 0x33ff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
] as const

let known: ReadonlyMap<string, string> | undefined

/** All that stands for a plain character: 1 is also １ and ①, ( is also （. Made with the first search: 2 ms. */
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

/** A character as it may stand in a text: in either case, and in any width if it is a plain one. */
const formsOf = (character: string): string[] => {
  const capital = character.toUpperCase()
  const cases = capital === character || [...capital].length > 1 ? [character] : [character, capital]
  return [...cases, ...(shapesOf().get(character) ?? '')]
}

/** One of some characters, for `~` of PostgreSQL; signs that mean something there stand for themselves. */
const regexOf = (forms: readonly string[]): string => {
  const all = forms.map((form) => form.replace(/[!-/:-@[-`{-~]/, '\\$&')).join('')
  return forms.length > 1 ? `[${all}]` : all
}

/** One of some characters, for `glob` of SQLite. First in its set, ^ would mean all but these. */
const globOf = ([first = '', ...others]: readonly string[]): string => {
  if (others.length > 0) return first === '^' ? `[${others.join('')}^]` : `[${first}${others.join('')}]`
  return /[*?[]/.test(first) ? `[${first}]` : first
}

/**
 * The patterns of texts that contain some words, in any case and width: the words in their plain form, and as they were
 * typed, which is another text where … stands for three dots. Values for `fits`.
 */
export const patternsOf = (db: Db, words: string): { plain: string; typed: string } => {
  const patternOf = (text: string): string => {
    const forms = [...text].map(formsOf)
    return isPostgres(db) ? forms.map(regexOf).join('') : `*${forms.map(globOf).join('')}*`
  }
  const trimmed = words.trim()
  return { plain: patternOf(plainText(trimmed)), typed: patternOf(trimmed.toLowerCase()) }
}

/** For `where`: whether a text fits a pattern of `patternsOf`. No index finds it: every row in question is read. */
export const fits = (db: Db, text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${text} ~ ${pattern}` : sql`${text} glob ${pattern}`

/**
 * For `where`: whether a text contains some words, in any case and any width; signs are looked for as they are. `lower`
 * and `like` will not do: SQLite knows A to Z alone, and 七（3）班 is typed 七(3)班.
 */
export const contains = (db: Db, column: string | RawBuilder<unknown>, words: string): RawBuilder<SqlBool> => {
  const text = typeof column === 'string' ? sql.ref(column) : column
  const { plain, typed } = patternsOf(db, words)
  return plain === typed ? fits(db, text, plain) : sql`(${fits(db, text, plain)} or ${fits(db, text, typed)})`
}
