import { expect, test } from 'vitest'
import { violationsOf } from './violations.ts'

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
  [
    'a page that is made by what is for tests',
    'admin/src/features/review/work-list.tsx',
    "import { aReviewWork } from './factory.ts'",
    /factories are for tests/,
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
    'a part of the server itself that knows a feature',
    'server/src/http/session.ts',
    "import { byToken } from '../accounts/store.ts'",
    /server itself knows no feature/,
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
    'names that are listed as one language lists them',
    'web/src/pages/square-page.tsx',
    "export const names = (all: readonly string[]) => all.join('、')",
    /belongs to the locales/,
  ],
  [
    'SQL as it is written, outside of a store',
    'server/src/tasks/student/accept.ts',
    'const rows = await sql<{ id: number }>`select id from tasks where id = ${id}`.execute(db)',
    /holds SQL/,
  ],
  ['a comment without an end', 'ui/src/session.ts', `/** ${'Says more and more. '.repeat(8)} */`, /break it/],
  ['everything asked anew', 'web/src/features/works/queries.ts', 'void client.invalidateQueries()', /everything anew/],
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
  ['a test that grew', 'server/src/tasks/tasks.test.ts', 'x\n'.repeat(301), /301 lines/],
  [
    'a key of answers put together from strings',
    'admin/src/features/review/dialogs.tsx',
    "void client.invalidateQueries({ queryKey: ['review'] })",
    /take it from queries\/keys.ts/,
  ],
  [
    'a page that waits before it begins',
    'web/src/main.tsx',
    'const a = 1\nawait words\n',
    /which Safari does not bear/,
  ],
  [
    'a function that older phones lack',
    'ui/src/live.ts',
    'const a = AbortSignal.any([b, c])',
    /missing in browsers of 2023/,
  ],
  [
    'a selector that older browsers take for a mistake',
    'web/src/app/tab-bar.tsx',
    "const a = bar.querySelector('li:has([aria-current])')",
    /Firefox 114 throws/,
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
  [
    'a section of the specification',
    'ui/src/session.ts',
    '/** A day: specification section 9. T13: of an offline task. */',
  ],
  ['a comment in Chinese', 'ui/src/field.tsx', '// 输入法\nexport const a = 1 /* 拼音 */'],
  ['words in the locales', 'web/src/locales/zh-CN.ts', "export const zhCN = { square: '任务广场' }"],
  [
    'a page that is opened for tests, with words of its own',
    'admin/src/features/review/factory.tsx',
    "import { aReviewWork } from './factory.ts'\nexport const work = aReviewWork({ task_title: '调查' })",
  ],
  [
    'a page of a factory in a test',
    'admin/src/features/review/keys.test.tsx',
    "import { openReview } from './factory.tsx'",
  ],
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

test('the architecture refuses a page of the student site that asks, by way of another file, who works on the admin site', () => {
  const page = { path: 'web/src/features/guilds/reply.tsx', text: "import { kept } from '@tongchuang/ui/kept.ts'" }
  const part = { path: 'ui/src/kept.ts', text: "import { useMe } from './me.tsx'" }
  const frame = { path: 'ui/src/me.tsx', text: 'export const useMe = 1' }
  expect(violationsOf([page, part, frame], plantedSchema)).toEqual([
    expect.stringContaining('web/src/features/guilds/reply.tsx → ui/src/kept.ts → ui/src/me.tsx'),
  ])
  const staff = { ...page, path: 'admin/src/features/guilds/reply.tsx' }
  const type = { ...page, text: "import type { Kept } from '@tongchuang/ui/kept.ts'" }
  for (const allowed of [staff, type]) expect(violationsOf([allowed, part, frame], plantedSchema)).toEqual([])
})
