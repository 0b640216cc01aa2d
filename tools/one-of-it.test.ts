import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{web,admin}/src/locales/en-US/*.ts', { cwd: root })

/** Nouns that are counted: for one, the sentence needs the singular. */
const nouns = [
  'accounts answers attempts changes chapters characters classes codes criteria days devices files groups guilds',
  'invitations likes marks members people places points posts questions recordings replies requests results rows',
  'students submissions tasks times versions weeks words works',
]
  .join('|')
  .replaceAll(' ', '|')
const isOfMany = new RegExp(String.raw`(?<!of |/ )\b1 (?!of )(?:[a-z]+ )?(?:${nouns})\b|\b1 (?:are|were|have)\b`)

/** Numbers that are never one, with their meaning. */
const neverOne = [
  'center.lastDays', // the days of the picture of activity
  'submissions.tooLong', // the longest text
  'refusedFile.type', // an ending, not a number
  'node.score', // a number in words, told of one as well
  'taskDetail.scoreOf', // the same
  'grades.guildsLeft', // as many as fit
  'voices.wordsOf', // a number that names, not counts
  'grades.ofClasses', // classes of a set, where there are several
  'moderation.atLeast', // the shortest reason
  'moderation.answeredBy', // as many as feedback needs to be shown
  'questions.again.openAll', // classes of a set, where there are several
  'roster.guildFull', // more than the limit
  'robots.times', // said of several alone
  'robots.tries', // said of several alone
  'statistics.dotMeans', // five at least
  'people.mergeMore', // as many as a page of people has
  'review.savedTooLong', // the longest saved comment
  'dialog.most', // more than fit at once
  'statistics.weight', // the weight of a criterion, which is never so small
]

type Found = { name: string; text: string }
const sorts: readonly (readonly unknown[])[] = [
  [1, 1, 1, 1],
  ['x', 1, 1, 1],
  [1, 'x', 1, 1],
  ['x', 1, true],
  [1, 1, false],
]

/** What a text says for a count of one, as far as these numbers allow. */
const ofOne = (text: (...numbers: unknown[]) => unknown): string[] =>
  sorts.flatMap((numbers) => {
    try {
      const said = text(...numbers)
      return [Array.isArray(said) ? said.join('') : String(said)]
    } catch {
      return [] // It wants a list, or something else that is no number.
    }
  })

const look = (value: unknown, name: string): Found[] => {
  if (typeof value === 'function') {
    const text = ofOne(value as () => unknown).find((said) => isOfMany.test(said))
    return text === undefined ? [] : [{ name, text }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => look(part, `${name}.${key}`))
}

test('a reader of English is told of one thing in the words for one', async () => {
  const texts = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  const found = texts.flatMap((module) => Object.entries(module).flatMap(([name, value]) => look(value, name)))
  expect(files.length).toBeGreaterThan(40)
  expect(found.filter(({ name }) => !neverOne.some((known) => name.endsWith(known)))).toEqual([])
})

test('a plural for a count of one is found', () => {
  expect(look((n: number) => `${n} rows`, 'rows')).toEqual([{ name: 'rows', text: '1 rows' }])
  expect(look((n: number) => `${n} more are listed`, 'more')).toEqual([])
  expect(look((n: number) => (n === 1 ? '1 row' : `${n} rows`), 'rows')).toEqual([])
})
