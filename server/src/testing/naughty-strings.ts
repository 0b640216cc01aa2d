import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDialect } from './test-database.ts'
const read = (path: string): string[] => JSON.parse(readFileSync(path, 'utf8')) as string[]

/** Strings that break text handling: a short list of our own. */
export const ownStrings = read(join(import.meta.dirname, '../../test-data/naughty-strings.json'))

const path = join(import.meta.dirname, '../../../../shared/data/naughty-strings.json')
const isHere = existsSync(path)

// A quarter of an hour: `npm run corpora` asks for it, on both databases.
const isMeant = process.env.NAUGHTY === 'full'

/** A long list from elsewhere, or why it is left out. */
export const longList: { strings: readonly string[]; leftOut: null } | { strings: null; leftOut: string } =
  isHere && isMeant
    ? { strings: read(path), leftOut: null }
    : {
        strings: null,
        leftOut: isHere
          ? '`npm run corpora` takes the long list of strings'
          : 'the long list of strings is not on this machine',
      }

/** Whether what the database does not see is tried, too: on PostgreSQL where somebody asks for it. */
export const isWhole = testDialect === 'sqlite' || isMeant

/** Of so many strings a field gets one: of PostgreSQL more, for what it makes of a text depends on the text and the column's type alone. */
const share = isMeant ? 1 : testDialect === 'sqlite' ? 3 : 8

/**
 * The strings for the field at a place in the list of fields: all of them where somebody asks for it, else every third or
 * eighth, beginning elsewhere in each field, so that each text still meets so many of the fields.
 */
export const stringsFor = (strings: readonly string[], at: number, one = share): readonly string[] =>
  strings.filter((_, index) => index % one === at % one)
