import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { avoidedWords, refusedIn, spoken } from './architecture/words.ts'
import { asGiven, chinese, english, type Rewording } from './screen-words/rewordings.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const found = (patterns: string[]): string[] => patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))

/** The glossary’s words that must not appear on a screen. */
const unsaid = read('GLOSSARY.md')
  .split('## On the screens')[1]!
  .split('\n')
  .filter((line) => /^\| (?!Say|---)/.test(line))
  .flatMap((line) => line.split('|')[2]!.split(/[、,]/))
  .map((word) => word.trim())

/** Wording required by the specification. */
const given = /登出成功/g

const both = ['ui/src/texts/*.ts', 'contract/src/errors.ts', 'server/src/settings.ts']
const written = [
  'server/src/messages/*-kinds.ts',
  'server/src/messages/{letter-texts,phrases,unsubscribe}.ts',
  'server/src/accounts/letters.ts',
  'server/src/calendar/ics.ts',
  'server/src/grades/{export,people}-table.ts',
  'server/src/guilds/robots/text-rules.ts',
  'server/src/http/{problem,field-names}.ts',
  'server/src/privacy/write-zip.ts',
  'server/src/roster/{problem,list}-rules.ts',
  'server/src/submissions/submit/receipt.ts',
  'server/src/tasks/editing/editing-rules.ts',
]
const locales = (language: string): string[] => [
  `{web,admin}/src/locales/${language}.ts`,
  `{web,admin}/src/locales/${language}/*.ts`,
]
const files = found(['{web,admin}/src/locales/**/*.ts', 'docs/handbook-*.md', ...both, ...written])

/** The quoted texts of a source file; for a document its whole text. */
const texts = (path: string): string[] => {
  const text = read(path).replaceAll(given, '')
  if (path.endsWith('.md')) return [text]
  return [...text.matchAll(/(['`])((?:\\.|(?!\1).)*)\1/g)].map(([, , words]) => words!)
}

const pattern = (word: string): RegExp =>
  /^[A-Za-z ]+$/.test(word) ? new RegExp(`\\b${word}\\b`, 'i') : new RegExp(RegExp.escape(word))
const says = (all: string[], word: string): boolean =>
  word.startsWith('=') ? all.includes(word.slice(1)) : all.some((text) => pattern(word).test(text))

const unchanged = (rewordings: readonly Rewording[], where: string[]): string[] =>
  where.flatMap((path) => {
    const said = texts(path)
    const old = rewordings.flatMap(({ not }) => not).filter((word) => says(said, word))
    return old.map((word) => `${path} says ${word}`)
  })
const unheard = (rewordings: readonly Rewording[], where: string[]): string[] => {
  const said = where.flatMap(texts)
  return rewordings.map(({ say }) => say).filter((word) => !says(said, word))
}

test('screens, mails, tables and handbooks say each thing in the one word the glossary has for it', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(unsaid.length).toBeGreaterThan(20)
  const wrong = files.flatMap((path) =>
    unsaid.filter((word) => says(texts(path), word)).map((word) => `${path} says ${word}`),
  )
  expect(wrong).toEqual([])
})

/** Words that the glossary avoids and that an English screen may say. */
const onScreen = {
  notification: 'the heading of the bell, which people know by this word from their devices',
  sight: 'out of sight',
  webhook: 'what other platforms call the address of a robot',
}

test('English screens use no word that the glossary avoids', () => {
  const avoided = avoidedWords(read('GLOSSARY.md'))
  const refused = refusedIn(avoided, onScreen)
  const wrong = found([...locales('en-US'), ...both]).flatMap((path) =>
    texts(path).flatMap((text) => {
      const said = spoken(text)
      return refused
        .filter(({ forms }) => forms.some((form) => said.includes(form)))
        .map(({ word }) => `${path} says ${word}: ${text}`)
    }),
  )
  expect(wrong).toEqual([])
  expect(Object.keys(onScreen).filter((word) => !avoided.has(word))).toEqual([])
})

test.each([
  ['zh-CN', chinese, 'docs/{handbook-student,handbook-teacher,operate}.md'],
  ['en-US', english, 'docs/{handbook-student,handbook-teacher,operate}.en.md'],
] as const)(
  'no text in %s uses a wording that people misunderstood, and its replacement is in use',
  (language, words, books) => {
    const screens = found([...locales(language), ...both])
    expect(unchanged(words, [...screens, ...found([...written, books])])).toEqual([])
    expect(unheard(words, screens)).toEqual([])
  },
)

test('words the specification gives stay as it gives them', () => {
  const said = found(locales('zh-CN')).map(read).join('\n')
  expect(asGiven.filter((word) => !said.includes(word))).toEqual([])
})
