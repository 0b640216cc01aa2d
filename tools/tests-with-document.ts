import { closeSync, globSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sites.ts'

const mark = '// @vitest-environment happy-dom'

const asksForDocument = (path: string): boolean => {
  const file = openSync(join(root, path), 'r')
  const begin = Buffer.alloc(mark.length)
  readSync(file, begin)
  closeSync(file)
  return begin.toString() === mark
}

/** The tests of parts of pages, which ask for a document in their first line; paths from the root. */
export const testsWithDocument = (): string[] =>
  globSync('{contract,ui,web,admin}/src/**/*.test.{ts,tsx}', { cwd: root }).filter(asksForDocument)
