import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { literalsOf } from './regular-expressions/literals.ts'
import { slowTextFor } from './regular-expressions/slow.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('{contract,server,ui,web,admin}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.(?:test|spec)\.|[\\/]testing[\\/]/.test(path),
)

test.each<[what: string, expression: RegExp]>([
  ['a trim of the end', /\s+$/],
  ['spaces around a new line', /\s*\n\s*/],
  ['a tag that may never end', /<[^>]*>/],
  ['what stands between two tags', /<math[\s\S]*?<annotation[^>]*>([\s\S]*?)<\/annotation><\/math>/],
  ['a link that may never end', /!?\[([^\]]*)\]\([^)]*\)/],
  ['a choice of two ways to take the same', /^(?:520|1314|5201314)+$/],
  ['a repetition of a repetition', /^(a+)+$/],
  ['an address with dots', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['a line of a table', /^\s*\|?[\s:|-]*-{3}[\s:|-]*$/m],
])('a text is found that %s takes too long for', (_what, expression) => {
  expect(slowTextFor(expression)).not.toBeNull()
})

test('no regular expression takes more than proportionally long, whatever somebody sends', () => {
  const literals = sources.flatMap((path) => literalsOf(path, readFileSync(join(root, path), 'utf8')))
  expect(literals.length).toBeGreaterThan(200)
  const different = new Map(literals.map((literal) => [String(literal.expression), literal]))
  const slow = [...different.values()].flatMap(({ path, line, expression }) => {
    const text = slowTextFor(expression)
    return text === null ? [] : [`${path}:${line} ${String(expression)}: ${text}`]
  })
  expect(slow).toEqual([])
}, 120_000)
