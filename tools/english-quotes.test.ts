import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The text of each string literal of a source, without what a template inserts. */
const textsIn = (source: string): string[] =>
  Array.from(source.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g), ([literal]) =>
    literal.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'x'),
  )

/** A quotation mark or an apostrophe as a typewriter has it. */
const straight = /"|[A-Za-z]\\?'[A-Za-z]/

test('quotation marks and apostrophes of the English texts are those of a printed book', () => {
  const files = globSync('{web,admin}/src/locales/en-US/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(40)
  const found = files.flatMap((path) =>
    textsIn(readFileSync(join(root, path), 'utf8'))
      .filter((text) => straight.test(text))
      .map((text) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})
