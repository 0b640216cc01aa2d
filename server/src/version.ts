import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version this code was released as. */
export const version: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version
