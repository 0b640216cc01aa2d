import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tooLong, tooNewStyles } from './architecture/content.ts'
import { cycleViolations } from './architecture/cycles.ts'
import { dependencyViolations, type Manifest } from './architecture/dependencies.ts'
import { drawnGroups, order } from './architecture/groups.ts'
import { untestedRules } from './architecture/rules-tested.ts'
import { isTest } from './architecture/source.ts'
import { tableOwners } from './architecture/tables.ts'
import { violationsOf } from './architecture/violations.ts'
import { avoidedWords, idleExcuses, titleViolations, unexplained, wordViolations } from './architecture/words.ts'

const root = join(import.meta.dirname, '..')

const sources = globSync('{contract/src,server/src,ui/src,web/src,admin/src,e2e,tools}/**/*.{ts,tsx,cjs}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))
const schema = sources.find(({ path }) => path === 'server/src/db/schema.ts')?.text ?? ''

test('every file of the product keeps to the architecture', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(tableOwners(schema).get('tasks')).toBe('tasks')
  expect(violationsOf(sources, schema)).toEqual([])
})

test('no file exceeds the limit of lines, styles and configurations included', () => {
  const all = globSync('{*,{contract,server,ui,web,admin,e2e,tools,deploy}/**/*}.{ts,tsx,css}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  expect(all.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(50)
  expect(all.flatMap((path) => tooLong({ path, text: readFileSync(join(root, path), 'utf8') }))).toEqual([])
})

const sheets = globSync('{ui,web,admin}/{src,public}/**/*.css', { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(join(root, path), 'utf8'),
}))

test('no page depends on a style that the oldest browsers lack', () => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.flatMap(tooNewStyles)).toEqual([])
})

test.each([
  ['a colour that is mixed', '.a { background: color-mix(in srgb, red, blue) }', 1],
  ['one in a variable', '/* x */ .a { --hill: color-mix(in srgb, red, blue) } .b { color: light-dark(red, blue) }', 2],
  ['one after a question', '@supports (x: y) { .a { b: c } } .a { color: rgb(from red r g b) }', 1],
  ['a transition from nothing', '@starting-style { .a { opacity: 0 } }', 1],
  [
    'one with something before it',
    '@supports (color: color-mix(in srgb, red, red)) { .a { --b: color-mix(in srgb, red, red) } }',
    0,
  ],
  ['what is only looks', '.a:has(b) { text-wrap: balance; grid-template-rows: subgrid }', 0],
])('of styles that the oldest browsers lack, %s is judged by what is lost', (_what, text, count) => {
  expect(tooNewStyles({ path: 'web/src/a.module.css', text })).toHaveLength(count)
})

test('ARCHITECTURE shows the groups of features and what they import from as the sources have it', () => {
  const drawn = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  expect(drawn).toContain(drawnGroups(sources))
  const tree = drawn.match(/^ {2}(?:[\w-]+\/ ?)+$/gm)!.flatMap((line) => line.trim().replaceAll('/', '').split(' '))
  expect(tree).toEqual(order)
})

test('app.ts binds the features from left to right', () => {
  const app = sources.find(({ path }) => path === 'server/src/app.ts')!.text
  const featureOf = new Map(
    [...app.matchAll(/import \{ (\w+Routes) \} from '\.\/([\w-]+)\//g)].map(([, routes = '', feature = '']) => [
      routes,
      feature,
    ]),
  )
  const bound = /const features[^=]*= \[([^\]]*)\]/
    .exec(app)![1]!
    .match(/\w+/g)!
    .map((routes) => featureOf.get(routes))
  expect([...new Set(bound)]).toEqual(order.filter((feature) => bound.includes(feature)))
  expect(bound.filter((feature, at) => feature !== bound[at - 1])).toHaveLength(new Set(bound).size)
})

const glossary = readFileSync(join(root, 'GLOSSARY.md'), 'utf8')
const avoided = avoidedWords(glossary)

test('the glossary has a row for each word in the name of a table or a feature', () => {
  const tables = [...tableOwners(schema).keys()]
  expect(tables.length).toBeGreaterThan(90)
  expect(unexplained(glossary, [...tables, ...order])).toEqual([])
  expect(unexplained(glossary, ['task_quarrels'])).toEqual(['task_quarrels: no row of GLOSSARY is about quarrel'])
})

test('folders, files, whatever is declared in them and test titles use the words of the glossary', () => {
  expect(avoided.size).toBeGreaterThan(60)
  const unplanted = sources.filter(({ path }) => path !== 'tools/architecture.test.ts')
  expect(unplanted.flatMap((source) => wordViolations(source, avoided))).toEqual([])
  const tests = unplanted.filter(({ path }) => isTest(path))
  expect(tests.flatMap((source) => titleViolations(source, avoided))).toEqual([])
  expect(idleExcuses(avoided)).toEqual([])
})

test.each([
  ['a file', { path: 'server/src/tasks/homework-rules.ts', text: '' }, 'homework-rules says homework'],
  [
    'an export',
    { path: 'ui/src/cell.tsx', text: 'export const LeaderboardRow = 1' },
    'LeaderboardRow says leaderboard',
  ],
  ['a type in the plural', { path: 'ui/src/cell.tsx', text: 'export type OpenQuests = 1' }, 'OpenQuests says quest'],
  ['a folder', { path: 'web/src/features/quests/card.tsx', text: '' }, 'quests says quest'],
  ['a type of one file', { path: 'ui/src/cell.tsx', text: 'type Rubric = 1' }, 'Rubric says rubric'],
  [
    'a constant in a function',
    { path: 'ui/src/cell.tsx', text: 'const f = () => {\n  const homework = 1\n}' },
    'homework says homework',
  ],
])('the glossary refuses an avoided word in %s', (_what, source, complaint) => {
  expect(wordViolations(source, avoided)).toEqual([expect.stringContaining(complaint)])
})

test('the glossary refuses an avoided word in the title of a test', () => {
  const text = "test.each(rows)('a student does their homework', () => {})"
  expect(titleViolations({ path: 'web/src/a.test.ts', text }, avoided)).toEqual([
    expect.stringContaining('says homework'),
  ])
})

test('rules have a test beside them', () => {
  expect(untestedRules(sources)).toEqual([])
  const planted = { path: 'server/src/tasks/colour-rules.ts', text: 'export const isRed = true' }
  expect(untestedRules([...sources, planted])).toEqual([expect.stringContaining('colour-rules.ts has no test')])
})

test('a migration has a number of its own', () => {
  const numbers = sources.flatMap(({ path }) => /^server\/src\/db\/migrations\/(\d+)-/.exec(path)?.[1] ?? [])
  expect(numbers.length).toBeGreaterThan(50)
  // Databases know these two pairs by their names.
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at).toSorted()).toEqual(['0021', '0096'])
})

test('no imports form a cycle', () => {
  expect(cycleViolations(sources)).toEqual([])
})

test.each<[what: string, planted: Readonly<Record<string, string>>]>([
  ['two files that need each other', { a: "import { b } from './b.ts'", b: "import { a } from './a.ts'" }],
  [
    'a circle by types alone',
    {
      a: "import type { B } from './b.ts'",
      b: "import { type C } from './c.ts'",
      c: "import type { A } from './a.ts'",
    },
  ],
  ['a lazy way back', { a: "import { b } from './b.ts'", b: "const a = await import('./a.ts')" }],
  ['a file that imports itself', { a: "import { a } from './a.ts'" }],
])('the architecture refuses %s', (_what, planted) => {
  const circle = Object.entries(planted).map(([name, text]) => ({ path: `ui/src/${name}.ts`, text }))
  const user = { path: 'ui/src/user.ts', text: "import { a } from './a.ts'\nimport { left } from './left.ts'" }
  const left = { path: 'ui/src/left.ts', text: "import { b } from './b.ts'" }
  expect(cycleViolations([user, left, ...circle])).toEqual([
    `${circle.map(({ path }) => path).join(', ')} import each other in a circle: move what they share to a file of its own`,
  ])
})

const manifestOf = (folder: string): Manifest => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>
  return { dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) }
}
const manifests = Object.fromEntries(
  ['', 'contract', 'server', 'ui', 'web', 'admin'].map((folder) => [folder, manifestOf(folder)]),
)

test('each workspace declares exactly what it imports', () => {
  expect(dependencyViolations(sources, manifests)).toEqual([])
})

test.each<[what: string, path: string, text: string, complaint: RegExp]>([
  [
    'a package that came with another',
    'web/src/app/shell.tsx',
    "import DOMPurify from 'dompurify'",
    /dompurify, which web\/package.json does not declare/,
  ],
  [
    'a tool of the tests in the product',
    'server/src/http/server.ts',
    "import fc from 'fast-check'",
    /fast-check, which server\/package.json/,
  ],
  [
    'a package a journey has from elsewhere',
    'e2e/journey.ts',
    "import { marked } from 'marked'",
    /marked, which package.json does not/,
  ],
])('a workspace may not import %s', (_what, path, text, complaint) => {
  expect(dependencyViolations([{ path, text }], manifests).filter((line) => complaint.test(line))).toHaveLength(1)
})

test('a package that nothing imports any more is named', () => {
  const ui = { ...manifests.ui!, dependencies: [...manifests.ui!.dependencies, 'left-pad'] }
  expect(dependencyViolations(sources, { ...manifests, ui })).toEqual([
    'ui/package.json declares left-pad, which nothing there imports',
  ])
})
