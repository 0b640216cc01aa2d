import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const found = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).map((path) =>
    path.replaceAll('\\', '/'),
  )

const documents = [
  'README.md',
  'README.en.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/rules.md',
  ...found('docs/decisions/*.md'),
]
const sources = found('{contract,server,ui,web,admin,e2e,tools,deploy}/**/*.{ts,tsx,cjs,css,yml,service}')
const files = [...sources, ...found('*.{md,json,ts}'), ...found('docs/**/*.*'), '.env.example', '.npmrc']
// Excludes this file, which names missing things.
const written = [
  ...sources.filter((path) => !path.endsWith('written-names.test.ts')),
  'package.json',
  '.env.example',
  '.npmrc',
]
  .map(read)
  .join('\n')

/** Names that belong to other programs, and placeholders. */
const foreign = new Set(
  'Migrator aws4fetch s3mini minio LISTEN fail_duration least_conn fdatasync manifest.json'.split(' '),
)
const isForeign = (name: string): boolean => foreign.has(name) || /(^|\/)x[-/]|^\.cache\//.test(name)

/** The names in backquotes in a document, outside of code blocks. */
const namesIn = (text: string): string[] =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

const isWord = (word: string): boolean => new RegExp(String.raw`\b${RegExp.escape(word)}\b`).test(written)

/** Whether a name that denotes a file, folder, call or identifier exists; other names pass. */
const isThere = (name: string): boolean => {
  if (/^[\w./-]+\.(ts|tsx|md|cjs|json|css|service|yml)$/.test(name))
    return files.some((path) => path === name || path.endsWith(`/${name}`))
  if (/^[\w.-]+(\/[\w.-]+)*\/$/.test(name) || /^[a-z]+(\/[\w-]+)+$/.test(name))
    return written.includes(name) || files.some((path) => `/${path}`.includes(`/${name.replace(/\/$/, '')}/`))
  const [, word = ''] = /^(?:\w+\.)*(\w+)(?:\([^)]*\))?$/.exec(name) ?? []
  return !/^[A-Za-z_]/.test(word) || isWord(word)
}

const missing = (text: string): string[] => namesIn(text).filter((name) => !isForeign(name) && !isThere(name))

test('every file, folder, call and name in a document for developers exists in the sources', () => {
  expect(documents.length).toBeGreaterThan(40)
  expect(documents.flatMap((path) => missing(read(path)).map((name) => `${path}: ${name}`))).toEqual([])
})

test('a name that is gone is found', () => {
  const text =
    '`tools/no-such-file.ts` `server/src/nowhere/` `noSuchFunction()` `NO_SUCH_REASON` `tools/written-names.test.ts`'
  expect(missing(text)).toHaveLength(4)
})
