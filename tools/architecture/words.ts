import { basename } from 'node:path'
import type { Source } from './source.ts'

/** Avoided words that are right for another thing or for the platform, or that calls and columns use. */
const alsoRight: Readonly<Record<string, string>> = {
  answer: 'a reply that was marked',
  award: 'experience of a day',
  banner: 'a picture on the square',
  category: 'of guilds',
  channel: 'of tabs, which the browser calls so',
  class: 'of CSS; class_detail on the wire',
  comment: 'a saved one; comments of code',
  comments: 'saved ones; those of code',
  digest: 'the table digest_days',
  drop: 'to let go of something kept in memory or for a while',
  error: 'of JavaScript',
  feature: 'a folder of the product',
  grade: 'the grid, on the wire',
  group: 'of commits, of folders',
  'hand-in': 'the verb of a submission',
  history: 'of a task, on the wire',
  invite: 'the code',
  job: 'work in the background',
  key: 'of a keyboard, of a query, of a file',
  kind: 'of messages, files and questions',
  log: 'of the process; to log in',
  marking: 'what a cursor marks',
  message: 'of the message box, of threads',
  place: 'in a ranking, in a guild',
  points: 'of the ledger, a column',
  post: 'in a discussion',
  publish: 'a task; an event',
  report: 'of a post or a work',
  request: 'of HTTP, to join, for more time',
  root: 'of a page, of a tree',
  snapshot: 'one read of a database as it is at a moment',
  sync: 'of a draft between devices',
  tabs: 'of a page',
  tag: 'of HTML',
  template: 'of a list of students',
  thread: 'of the machine; the posts below a question',
  token: 'of a session, on the wire',
  type: 'of a task',
  undo: 'of an import, on the wire',
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

/** A name as the words it is made of, between spaces. */
const spoken = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .toLowerCase()} `

const exported = /^export (?:default )?(?:async )?(?:const|type|function|class|interface) (\w+)/gm

/**
 * Files, exports and types that are called by a word the glossary avoids. A migration keeps its name: databases know
 * it.
 */
export const wordViolations = ({ path, text }: Source, avoided: ReadonlySet<string>): string[] => {
  if (path.includes('/migrations/')) return []
  const inFile = path.includes('/locales/') ? [] : [...text.matchAll(exported)].map(([, name = '']) => name)
  return [basename(path).replace(/\.\w+$/, ''), ...inFile].flatMap((name) =>
    [...avoided]
      .filter((word) => !Object.hasOwn(alsoRight, word))
      .filter((word) => [word, `${word}s`].some((one) => spoken(name).includes(spoken(one))))
      .map((word) => `${path}: ${name} says ${word}, a word GLOSSARY avoids`),
  )
}

/** Avoided words that a title of a test may say: turns of phrase, and names that others gave. */
const inTitles: Readonly<Record<string, string>> = {
  claim: 'what a client says of itself',
  complaint: 'without one',
  helper: 'the route that the specification calls so',
  notification: 'of PostgreSQL',
  push: 'to push aside',
  sight: 'out of sight',
  snippet: 'of a handbook',
}

const titles = /\b(?:test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g

/** Titles of tests that call something by a word the glossary avoids. */
export const titleViolations = ({ path, text }: Source, avoided: ReadonlySet<string>): string[] => {
  const refused = [...avoided]
    .filter((word) => !Object.hasOwn(alsoRight, word) && !Object.hasOwn(inTitles, word))
    .map((word) => ({ word, forms: [spoken(word), spoken(`${word}s`)] }))
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
