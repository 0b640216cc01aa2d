import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The words of the glossary that no screen says. */
const unsaid = read('GLOSSARY.md')
  .split('## On the screens')[1]!
  .split('\n')
  .filter((line) => /^\| (?!Say|---)/.test(line))
  .flatMap((line) => line.split('|')[2]!.split(/[、,]/))
  .map((word) => word.trim())

/** What the specification says in so many words. */
const given = /登出成功/g

const files = [
  '{web,admin}/src/locales/**/*.ts',
  'ui/src/texts/*.ts',
  'contract/src/errors.ts',
  'server/src/messages/*-kinds.ts',
  'server/src/messages/letter-texts.ts',
  'server/src/accounts/letters.ts',
  'server/src/grades/export-table.ts',
  'docs/handbook-*.md',
].flatMap((pattern) => globSync(pattern, { cwd: root }))

/** What stands between quotes; of a document all of it. */
const said = (path: string): string => {
  const text = read(path).replaceAll(given, '')
  if (path.endsWith('.md')) return text
  return [...text.matchAll(/(['`])((?:\\.|(?!\1).)*)\1/g)].map(([, , words]) => words).join('\n')
}

const pattern = (word: string): RegExp =>
  /^[A-Za-z ]+$/.test(word) ? new RegExp(`\\b${word}\\b`, 'i') : new RegExp(word)

test('screens, mails, tables and handbooks say each thing in the one word the glossary has for it', () => {
  expect(files.length).toBeGreaterThan(80)
  expect(unsaid.length).toBeGreaterThan(20)
  const wrong = files.flatMap((path) =>
    unsaid.filter((word) => pattern(word).test(said(path))).map((word) => `${path} says ${word}`),
  )
  expect(wrong).toEqual([])
})
