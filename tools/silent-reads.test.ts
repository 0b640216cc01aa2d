import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Reads whose failure is shown in the place of another read of the same answer, or that have no place on a page. */
const shownElsewhere: Readonly<Record<string, string>> = {
  'web/src/app/shell.tsx': 'the guard has read the profile before anything is drawn, and says where it could not',
  'admin/src/app/shell.tsx':
    'the guard has read who is logged in before anything is drawn, and says where it could not',
  'web/src/app/messages-menu.tsx': 'a dot on the bell; its panel says it',
  'admin/src/app/notices-bell.tsx': 'a number on the bell; its panel says it',
  'admin/src/app/phone-menu.tsx': 'the number of the menu, of which the same is true',
  'admin/src/app/side-menu.tsx':
    'numbers beside the words of the menu; the first page, of which they are a part, says it',
  'web/src/features/center/level.tsx': 'a sentence of the activity, which stands below and says it',
  'web/src/features/center/level-news.tsx': 'a few words of the ledger, one press away, which says it',
  'web/src/features/submissions/earned.tsx':
    'a few points beside the receipt, which is there; the ledger of the centre says it',
  'web/src/features/tasks/greeting.tsx': 'a sentence about the deadlines, which stand below and say it',
  'web/src/features/tasks/new-tasks.tsx': 'numbers of the list below, which says it',
  'web/src/queries/use-trail.ts': 'a drawing of the tasks in the list below, which says it',
  'web/src/features/discussions/use-mention.ts': 'names offered while somebody types',
  'admin/src/features/review/use-work-review.ts': 'the page that draws the work says it above the work',
  'admin/src/features/review/review-board.tsx': 'the filters beside it read the same answer and say it',
  'admin/src/features/backup/backups.tsx': 'a button above the list, which says it',
}

const files = (): string[] =>
  globSync('{web,admin,ui}/src/**/*.{ts,tsx}', { cwd: root })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/\.test\.tsx?$/.test(name))

/** The binding of a read: its variable, or the destructured names, such as `error`. */
const read = /const (?<bound>\w+|\{[^}]*\}) = use(?:Infinite)?Query\(|use(?:Infinite)?Query\(/gs

/** The reads of a file whose failure is never checked. */
const silentIn = (source: string): string[] =>
  [...source.matchAll(read)].flatMap(({ groups, index }) => {
    const bound = groups?.bound ?? ''
    const line = `line ${source.slice(0, index).split('\n').length}`
    if (bound.startsWith('{')) return /\berror\b/.test(bound) ? [] : [line]
    // Passed as a whole to the component that shows it.
    if (bound === '') return source.slice(0, index).endsWith('query={') ? [] : [line]
    const isAsked = new RegExp(
      `\\b${bound}\\.(error|isError)\\b|\\b(of|query|read)=\\{(\\[[^\\]]*\\b)?${bound}\\b`,
    ).test(source)
    const isHandedOn = new RegExp(`\\{[^}]*\\berror\\b[^}]*\\} = ${bound}\\b|return ${bound}$`, 'm').test(source)
    return isAsked || isHandedOn ? [] : [line]
  })

test('a page says in its place what it could not read: nobody reads without asking for the failure', () => {
  const files = globSync('{web,admin,ui}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (name) => !/\.test\.tsx?$/.test(name),
  )
  const silent = files
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !(name in shownElsewhere))
    .flatMap((name) => silentIn(readFileSync(join(root, name), 'utf8')).map((line) => `${name}, ${line}`))
  expect(silent).toEqual([])
})

test('a read whose error is never used is found', () => {
  expect(silentIn('const { data } = useQuery(a)')).toHaveLength(1)
  expect(silentIn('const one = useQuery(a)\none.data')).toHaveLength(1)
  expect(silentIn('const list = useQuery(a).data')).toHaveLength(1)
  expect(silentIn('const { data, error } = useQuery(a)')).toEqual([])
  expect(silentIn('const one = useInfiniteQuery(a)\n<ReadFailure of={[two, one]} />')).toEqual([])
})

test('no component hides a failed read', () => {
  const hidden = files().filter(
    (name) => name.endsWith('.tsx') && /rror\b[^\n;{]*\) return null/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(hidden).toEqual([])
})

test('query clients and lazy parts are created in one place each', () => {
  const users = (words: RegExp) => files().filter((name) => words.test(readFileSync(join(root, name), 'utf8')))
  expect(users(/new QueryClient\(/).filter((name) => !name.startsWith('ui/src/testing/'))).toEqual(['ui/src/reads.ts'])
  expect(users(/\blazy\(/)).toEqual(['ui/src/lazy-part.tsx'])
})
