import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentViolations } from './architecture/content.ts'
import { cycleViolations } from './architecture/cycles.ts'
import { dependencyViolations, type Manifest } from './architecture/dependencies.ts'
import { drawnGroups } from './architecture/groups.ts'
import { importViolations, unknownFolders } from './architecture/imports.ts'
import { tableOwners, tableViolations } from './architecture/tables.ts'
import { threadViolations } from './architecture/threads.ts'
import { avoidedWords, idleExcuses, wordViolations } from './architecture/words.ts'
import type { Source } from './architecture/source.ts'

const root = join(import.meta.dirname, '..')

const violationsOf = (sources: readonly Source[], schema: string): string[] => {
  const owners = tableOwners(schema)
  const each = sources.flatMap((source) => [
    ...importViolations(source),
    ...contentViolations(source),
    ...tableViolations(source, owners),
    ...threadViolations(source),
  ])
  return [...each, ...unknownFolders(sources)]
}

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

test('the groups of features stand in ARCHITECTURE as the imports have them', () => {
  expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')).toContain(drawnGroups(sources))
})

const avoided = avoidedWords(readFileSync(join(root, 'GLOSSARY.md'), 'utf8'))

test('files, exports and types go by the words of the glossary', () => {
  expect(avoided.size).toBeGreaterThan(60)
  expect(sources.flatMap((source) => wordViolations(source, avoided))).toEqual([])
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
])('the glossary refuses an avoided word in %s', (_what, source, complaint) => {
  expect(wordViolations(source, avoided)).toEqual([expect.stringContaining(complaint)])
})

test('no file imports itself by way of others', () => {
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

const plantedSchema = "import type { TaskTable } from '../tasks/tables.ts'\n  tasks: TaskTable\n"

test.each<[what: string, path: string, text: string, complaint: RegExp]>([
  [
    'a feature that looks to its right',
    'server/src/guilds/store.ts',
    "import { taskById } from '../tasks/store.ts'",
    /right of guilds/,
  ],
  [
    'a lazy look to the right',
    'server/src/guilds/routes.ts',
    "const x = await import('../tasks/store.ts')",
    /right of guilds/,
  ],
  [
    'a type from the right',
    'server/src/guilds/rules.ts',
    "import type { TaskTable } from '../tasks/tables.ts'",
    /right of guilds/,
  ],
  [
    'routes that import routes',
    'server/src/tasks/routes.ts',
    "import { guildRoutes } from '../guilds/routes.ts'",
    /app.ts alone/,
  ],
  [
    'rules that read the database',
    'server/src/tasks/rules.ts',
    "import { taskById } from './store.ts'",
    /rules are pure/,
  ],
  [
    'rules that look at the clock',
    'server/src/tasks/rules.ts',
    'export const isLate = (due: number) => Date.now() > due',
    /Date\.now/,
  ],
  [
    'rules of part of a feature that throw dice',
    'server/src/tasks/late-rules.ts',
    'export const lucky = () => Math.random()',
    /Math\.random/,
  ],
  ['a store that knows HTTP', 'server/src/tasks/store.ts', "import fastify from 'fastify'", /no HTTP/],
  [
    'a store that writes what is not its own',
    'server/src/submissions/store.ts',
    "db.updateTable('tasks').set({})",
    /belongs to tasks/,
  ],
  ['SQL in routes', 'server/src/tasks/routes.ts', "db.selectFrom('tasks')", /holds SQL/],
  ['SQL beside the stores', 'server/src/tasks/student/accept.ts', "db.selectFrom('tasks')", /holds SQL/],
  [
    'a house that knows a feature',
    'server/src/http/session.ts',
    "import { byToken } from '../accounts/store.ts'",
    /house knows no feature/,
  ],
  ['a folder without a place', 'server/src/quests/store.ts', '', /no place/],
  [
    'app.ts that reaches into a store',
    'server/src/app.ts',
    "import { taskById } from './tasks/store.ts'",
    /asks nothing itself/,
  ],
  [
    'a text rendered where everybody waits',
    'server/src/submissions/submit/submit.ts',
    "import MarkdownIt from 'markdown-it'",
    /holds up everybody/,
  ],
  [
    'a lazy look into an archive',
    'server/src/grades/routes.ts',
    "const { open } = await import('yauzl')",
    /holds up everybody/,
  ],
  [
    'a colouring part by part',
    'server/src/files/text.ts',
    "import highlighter from 'highlight.js/lib/common'",
    /holds up everybody/,
  ],
  [
    'a module of a thread in a request',
    'server/src/tasks/editing/update-task.ts',
    "import { renderText } from '../../workers/tasks/markdown.ts'",
    /ask app.workers/,
  ],
  ['a contract with a dependency', 'contract/src/tasks.ts', "import { z } from 'zod'", /nothing but typebox/],
  [
    'a student site that knows staff',
    'web/src/features/tasks/queries.ts',
    "import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'",
    /no call of the staff/,
  ],
  [
    'a feature that knows a feature',
    'web/src/features/tasks/task-card.tsx',
    "import { GuildCard } from '../guilds/guild-card.tsx'",
    /no other feature/,
  ],
  [
    'a shared query that knows a feature',
    'web/src/queries/student-task.ts',
    "import { accepted } from '../features/task-detail/queries.ts'",
    /nothing of what is shown/,
  ],
  [
    'a page that imports a page',
    'web/src/pages/square-page.tsx',
    "import { GuildsPage } from './guilds-page.tsx'",
    /no other page/,
  ],
  [
    'a shell that imports a feature',
    'web/src/app/shell.tsx',
    "import { TaskCard } from '../features/tasks/task-card.tsx'",
    /pages know features/,
  ],
  [
    'a shared piece that knows a site',
    'ui/src/button.tsx',
    "import { home } from '../../web/src/app/enter.ts'",
    /only the contract/,
  ],
  [
    'a journey that reaches into the server',
    'e2e/journeys/a.spec.ts',
    "import { openDatabase } from '../../server/src/db/open.ts'",
    /on the screen/,
  ],
  [
    'words in a component',
    'web/src/pages/square-page.tsx',
    'export const Square = () => <h1>任务广场</h1>',
    /belongs to the locales/,
  ],
  [
    'an address of a page',
    'web/src/pages/square-page.tsx',
    'const link = `/square/task_detail/${guild}?task=${id}`',
    /address of a page/,
  ],
  [
    'an address behind a base',
    'server/src/mail/mail.ts',
    'const link = `${base}/works/index?work=${id}`',
    /address of a page/,
  ],
  [
    'an address of the admin site',
    'server/src/submissions/waiting/staff-notices.ts',
    "const link = '/review?task=3'",
    /address of a page/,
  ],
  ['a raw Enter', 'ui/src/field.tsx', "if (event.key === 'Enter') send()", /use-enter-submit/],
  ['a barrel', 'ui/src/index.ts', "export { Button } from './button.tsx'", /barrel/],
  [
    'a barrel by another name',
    'ui/src/all.ts',
    "export { Button } from './button.tsx'\nexport { Field } from './field.tsx'",
    /passes on/,
  ],
  ['a folder of leftovers', 'web/src/utils/time.ts', '', /named after nothing/],
  ['a name in camel case', 'web/src/app/tabBar.tsx', '', /kebab-case/],
  ['a file that grew', 'server/src/tasks/store.ts', 'x\n'.repeat(301), /301 lines/],
  ['a test that grew', 'server/src/tasks/tasks.test.ts', 'x\n'.repeat(501), /501 lines/],
  [
    'a key of answers put together from strings',
    'admin/src/features/review/dialogs.tsx',
    "void client.invalidateQueries({ queryKey: ['review'] })",
    /take it from queries\/keys.ts/,
  ],
  ['a silenced compiler', 'ui/src/field.tsx', '// @ts-ignore\n', /silences the compiler/],
  [
    'a silenced rule without a reason',
    'ui/src/field.tsx',
    '// oxlint-disable-next-line no-alert\n',
    /without a reason/,
  ],
])('the architecture refuses %s', (_what, path, text, complaint) => {
  const found = violationsOf([{ path, text }], plantedSchema)
  expect(found.filter((line) => complaint.test(line))).toHaveLength(1)
})

test.each<[what: string, path: string, text: string]>([
  ['a look to the left', 'server/src/tasks/routes.ts', "import { guildById } from '../guilds/store.ts'"],
  [
    'a store that joins a table to its left',
    'server/src/submissions/store.ts',
    "db.selectFrom('submissions').innerJoin('tasks', 'tasks.id', 'task_id')",
  ],
  ['a store that writes its own', 'server/src/tasks/store.ts', "db.insertInto('tasks')"],
  ['rules that use rules to their left', 'server/src/tasks/rules.ts', "import { isMember } from '../guilds/rules.ts'"],
  ['a task of a thread', 'server/src/workers/tasks/markdown.ts', "import MarkdownIt from 'markdown-it'"],
  ['an archive of our own', 'server/src/privacy/write-zip.ts', "import { ZipFile } from 'yazl'"],
  ['a comment in Chinese', 'ui/src/field.tsx', '// 输入法\nexport const a = 1 /* 拼音 */'],
  ['words in the locales', 'web/src/locales/zh-CN.ts', "export const zhCN = { square: '任务广场' }"],
  ['a factory in a test', 'server/src/tasks/tasks.test.ts', "import { aGuild } from '../guilds/factory.ts'"],
  [
    'a person in a test of what stands left of people',
    'server/src/ledger/ledger.test.ts',
    "import { aUser } from '../accounts/factory.ts'",
  ],
  [
    'a test that opens a school with the routes to its left',
    'server/src/banners/banners.test.ts',
    "import { fileRoutes } from '../files/routes.ts'",
  ],
  ['an address typed in a test', 'web/src/app/guard.test.ts', "const to = '/square/index'"],
  ['a path of a call', 'contract/src/tasks.ts', "export const path = '/api/guild/tasks_menu'"],
  [
    'a query that several features read',
    'web/src/features/works/queries.ts',
    "import { tasksKey } from '../../queries/keys.ts'",
  ],
  [
    'a page that composes features',
    'web/src/pages/square-page.tsx',
    "import { TaskCard } from '../features/tasks/task-card.tsx'",
  ],
])('the architecture allows %s', (_what, path, text) => {
  expect(violationsOf([{ path, text }], plantedSchema)).toEqual([])
})
