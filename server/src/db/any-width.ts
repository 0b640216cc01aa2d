import { sql, type SqlBool } from 'kysely'
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

/**
 * All that stands for a character as `typedWords` has it: 1 is also １ and ①, ａ and Ａ are a. Made with the first search:
 * 2 ms.
 */
const shapesOf = (): ReadonlyMap<string, string> => {
  if (known) return known
  const made = new Map<string, string>()
  for (const [from, to] of shapes)
    for (let code = from; code <= to; code += 1) {
      const other = String.fromCodePoint(code)
      const plain = other.normalize('NFKC').toLowerCase()
      if (plain !== other.toLowerCase() && [...plain].length === 1) made.set(plain, (made.get(plain) ?? '') + other)
    }
  return (known = made)
}

const anyOf = (character: string): string => {
  const capital = character.toUpperCase()
  const both = capital === character || [...capital].length > 1 ? character : character + capital
  const all = both + (shapesOf().get(character) ?? '')
  return [...all].length === 1 ? all : `[${all}]`
}

/**
 * For `where`: whether a column holds a word, in any case and any width. The word is of letters and digits alone, in
 * the one form in which `typedWords` gives it; titles and names stand as they were typed, and `lower` of SQLite knows A
 * to Z.
 */
export const holdsWord = (db: Db, column: string, word: string) => {
  const pattern = [...word].map(anyOf).join('')
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} ~ ${pattern}`
    : sql<SqlBool>`${sql.ref(column)} glob ${`*${pattern}*`}`
}
