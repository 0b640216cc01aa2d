import { withoutComments, type Source } from './source.ts'

/**
 * Avoided words that are right for another thing or for the platform, or that calls and columns use: the one list of
 * exceptions.
 */
const alsoRight: Readonly<Record<string, string>> = {
  annotation: 'of MathML',
  answer: 'a reply that was marked',
  award: 'experience of a day',
  banner: 'a picture on the square',
  batch: 'of rows that are handled at once',
  category: 'of guilds',
  channel: 'of tabs, which the browser calls so',
  claim: 'of a client about itself; of the rows that a process takes',
  class: 'of CSS; class_detail on the wire',
  comment: 'a saved one; comments of code',
  comments: 'saved ones; those of code',
  complaint: 'of a check',
  digest: 'the table digest_days',
  drop: 'to let go of something kept in memory or for a while',
  endpoint: 'of an object store',
  error: 'of JavaScript',
  feature: 'a folder of the product',
  grade: 'the grid, on the wire',
  group: 'of commits, of folders',
  'hand-in': 'the verb of a submission',
  history: 'of a task, on the wire',
  ink: 'of a drawing',
  invite: 'the code',
  job: 'work in the background',
  key: 'of a keyboard, of a query, of a file',
  kind: 'of messages, files and questions',
  log: 'of the process; to log in',
  manager: 'of the editor',
  marking: 'what a cursor marks',
  message: 'of the message box, of threads',
  mode: 'of a file; ranking_mode on the wire',
  place: 'in a ranking, in a guild',
  points: 'of the ledger, a column',
  post: 'in a discussion',
  publish: 'a task; an event',
  rating: 'on the wire',
  reject: 'of a promise',
  report: 'of a post or a work',
  request: 'of HTTP, to join, for more time',
  root: 'of a page, of a tree',
  section: 'of a page, of a text',
  snapshot: 'one read of a database as it is at a moment',
  snippet: 'of a handbook',
  socket: 'of a connection',
  speaker: 'whoever says something, people and robots',
  sync: 'of a draft between devices',
  tabs: 'of a page',
  tag: 'of HTML',
  template: 'of a list of students',
  thread: 'of the machine; the posts below a question',
  token: 'of a session, on the wire',
  type: 'of a task',
  undo: 'of an import, on the wire',
  union: 'of types',
  upload: 'of a file',
  words: 'of a text',
  worker: 'of the platform: threads, the service worker',
}

/** The words after Avoid in the glossary, in lower case. */
export const avoidedWords = (glossary: string): Set<string> => {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| **'))
  const cells = rows.map((row) => row.split('|')[4] ?? '')
  const words = cells.flatMap((cell) => cell.replaceAll(/\([^)]*\)/g, '').split(','))
  return new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '' && word !== '–'))
}

const irregular: Readonly<Record<string, string>> = { criteria: 'criterion', people: 'person' }

const singular = (word: string): string =>
  irregular[word] ??
  word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')

const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll('log-in', 'login')
      .match(/[a-z]+/g) ?? []
  ).map(singular)

/** Tables and features of which a word stands in no row of the glossary. */
export const unexplained = (glossary: string, names: readonly string[]): string[] => {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| **'))
  const explained = new Set(rows.flatMap((row) => wordsOf(row.split('|')[1] ?? '')))
  return names.flatMap((name) =>
    wordsOf(name)
      .filter((word) => !explained.has(word))
      .map((word) => `${name}: no row of GLOSSARY is about ${word}`),
  )
}

/** A name or a text as the words it is made of, between spaces. */
export const spoken = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .toLowerCase()} `

/** Avoided words that a name or a text may not say, in the forms they may have there; `more` are excused there. */
export const refusedIn = (avoided: ReadonlySet<string>, more: Readonly<Record<string, string>> = {}) =>
  [...avoided]
    .filter((word) => !Object.hasOwn(alsoRight, word) && !Object.hasOwn(more, word))
    .map((word) => ({ word, forms: [spoken(word), spoken(`${word}s`)] }))

const declared = /\b(?:const|let|type|function\*?|class|interface|enum) (\w+)/g

/**
 * Folders, files, types, functions and constants that are called by a word the glossary avoids, whether they are
 * exported or not. A migration keeps its name: databases know it.
 */
export const wordViolations = ({ path, text }: Source, avoided: ReadonlySet<string>): string[] => {
  if (path.includes('/migrations/')) return []
  const inFile = path.includes('/locales/')
    ? []
    : [...withoutComments(text).matchAll(declared)].map(([, name = '']) => name)
  const ofPath = path.replace(/\.\w+$/, '').split('/')
  const refused = refusedIn(avoided)
  return [...new Set([...ofPath, ...inFile])].flatMap((name) => {
    const said = spoken(name)
    return refused
      .filter(({ forms }) => forms.some((form) => said.includes(form)))
      .map(({ word }) => `${path}: ${name} says ${word}, a word GLOSSARY avoids`)
  })
}

/** Avoided words that a title of a test may say: turns of phrase, and names that others gave. */
const inTitles: Readonly<Record<string, string>> = {
  helper: 'the route that the specification calls so',
  notification: 'of PostgreSQL',
  push: 'to push aside',
  sight: 'out of sight',
}

const titles = /\b(?:test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g

/** Titles of tests that call something by a word the glossary avoids. */
export const titleViolations = ({ path, text }: Source, avoided: ReadonlySet<string>): string[] => {
  const refused = refusedIn(avoided, inTitles)
  return [...text.matchAll(titles)].flatMap(([, , title = '']) => {
    const said = spoken(title)
    return refused
      .filter(({ forms }) => forms.some((form) => said.includes(form)))
      .map(({ word }) => `${path}: “${title}” says ${word}, a word GLOSSARY avoids`)
  })
}

/** Words excused here that the glossary does not avoid. */
export const idleExcuses = (avoided: ReadonlySet<string>): string[] =>
  [...Object.keys(alsoRight), ...Object.keys(inTitles)].filter((word) => !avoided.has(word))
