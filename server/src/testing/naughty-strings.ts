import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDialect } from './test-database.ts'

const read = (path: string): string[] => JSON.parse(readFileSync(path, 'utf8')) as string[]

/** Strings that break text handling: a short list of our own. */
export const ownStrings = read(join(import.meta.dirname, '../../test-data/naughty-strings.json'))

const path = join(import.meta.dirname, '../../../../shared/data/naughty-strings.json')
const isHere = existsSync(path)

// A quarter of an hour: on both databases when somebody asks for it, else on the faster one.
const isMeant = testDialect === 'sqlite' || process.env.NAUGHTY === 'full'

/** A long list from elsewhere, or why it is left out. */
export const longList: { strings: readonly string[]; leftOut: null } | { strings: null; leftOut: string } =
  isHere && isMeant
    ? { strings: read(path), leftOut: null }
    : {
        strings: null,
        leftOut: isHere
          ? 'the long list runs on SQLite; NAUGHTY=full runs it here too'
          : `the long list is not here: ${path}`,
      }
