import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDialect } from './test-database.ts'
const read = (path: string): string[] => JSON.parse(readFileSync(path, 'utf8')) as string[]

/** Strings that break text handling: a short list kept in this repository. */
export const ownStrings = read(join(import.meta.dirname, '../../test-data/naughty-strings.json'))

const path = join(import.meta.dirname, '../../../../shared/data/naughty-strings.json')
const isHere = existsSync(path)

// Takes a quarter of an hour, so only `npm run corpora` requests it, on both databases.
const isMeant = process.env.NAUGHTY === 'full'

/** A long external list, or why it is left out. */
export const longList: { strings: readonly string[]; leftOut: null } | { strings: null; leftOut: string } =
  isHere && isMeant
    ? { strings: read(path), leftOut: null }
    : {
        strings: null,
        leftOut: isHere
          ? '`npm run corpora` takes the long list of strings'
          : 'the long list of strings is not on this machine',
      }

/** Whether checks that do not depend on the database run, too; on PostgreSQL only on request. */
export const isWhole = testDialect === 'sqlite' || isMeant

/**
 * Each field gets one of this many strings: fewer on PostgreSQL, where the outcome depends on the text and the column's
 * type alone.
 */
const share = isMeant ? 1 : testDialect === 'sqlite' ? 3 : 8

/**
 * The strings for the field at an index in the list of fields: all of them in a full run, else every third or eighth,
 * with a different offset for each field, so that each text still meets many fields.
 */
export const stringsFor = (strings: readonly string[], at: number, one = share): readonly string[] =>
  strings.filter((_, index) => index % one === at % one)
