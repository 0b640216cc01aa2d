import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { studentPages } from '@tongchuang/contract/paths.ts'
import { expect, test } from 'vitest'
import { menu } from '../server/src/accounts/menu.ts'
import { isStudentPage } from '../server/src/http/pages.ts'
import { namesIn } from '../web/src/app/menu.ts'
import { table } from '../web/src/app/table.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The rows of docs/specification.md: a statement, and the test that holds it. */
const rows = read('docs/specification.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement'))
  .map((line) => {
    const [, statement = '', file = '', title = ''] = /^\| (.+) \| `([^`]+)` › (.+) \|$/.exec(line) ?? []
    return { line, statement, file, title }
  })

/** Why a row holds nothing; empty when it does. */
const complaint = ({ line, file, title }: (typeof rows)[number]): string => {
  if (!file) return `not a row: ${line}`
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file))) return `no such tests: ${file}`
  return ["'", '`', '"'].some((quote) => read(file).includes(`${quote}${title}${quote}`))
    ? ''
    : `${file} has no test called: ${title}`
}

const routes = [
  '/',
  '/login',
  '/register',
  '/redirect/:path',
  '/square/index',
  '/square/task_detail/:guild',
  '/square/task_detail/submit/:guild',
  '/square/guild_details/:id/:name/:type',
  '/square/mycenter',
  '/tradeunion/index',
  '/works',
  '/dashboard/workplace',
]

const words = [
  '登出成功',
  '您的登录会话已过期，请重新登录！',
  'Confirm logout',
  'Re-Login',
  'Network Error',
  'Request aborted',
  'timeout of N ms exceeded',
  'Request failed with status code N',
  '5000 ms',
  'arco-locale',
  '80 %',
  'Drawer width 300',
  'HTTP timeout: none',
  '#165DFF',
  'menu width 220',
  '0.08',
]

test('every statement of the specification names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(90)
  expect(rows.map(complaint).filter(Boolean)).toEqual([])
})

test('a row that names no test is found', () => {
  const [good] = rows
  expect(good && complaint(good)).toBe('')
  expect(
    complaint({ line: '', statement: '', file: 'ui/src/toast.test.ts', title: 'a message stays for six seconds' }),
  ).toContain('has no test called')
  expect(complaint({ line: '', statement: '', file: 'ui/src/bread.test.ts', title: '' })).toContain('no such tests')
})

test('every call of the specification has a row', () => {
  const calls = [...new Set(read('contract/src/spec.test.ts').match(/(GET|POST|PUT) \/api\/[\w/]+/g))]
  expect(calls).toHaveLength(34)
  const told = rows.map(({ statement }) => statement)
  expect(calls.filter((call) => !told.includes(`\`${call}\``))).toEqual([])
})

test('every route, message and constant of the specification has a row', () => {
  expect(routes.filter((route) => !rows.some(({ statement }) => statement.startsWith(`\`${route}\``)))).toEqual([])
  expect(words.filter((word) => !rows.some(({ statement }) => statement.includes(word)))).toEqual([])
})

test('every route of the specification is one of the site', () => {
  const elsewhere = read('web/src/app/routes.tsx')
  const paths: string[] = table.map(({ path }) => path)
  // Addresses without a page of their own: redirects, written by name in the list of addresses.
  const named = Object.entries(studentPages).flatMap(([name, path]) =>
    new RegExp(String.raw`(path: |\[)studentPages\.${name},`).test(elsewhere) ? [path as string] : [],
  )
  expect(routes.filter((route) => ![...paths, ...named].includes(route.replace(':path', '*')))).toEqual([])
  expect(elsewhere).toContain('[studentPages.worksRoot, studentPages.works]')
})

test('a page of the student site is known to the server: as an address, and in the menu', () => {
  const listed = namesIn(menu)
  const pages = table.filter(({ path }) => path !== '*')
  expect(pages.filter(({ path }) => !isStudentPage(path.replaceAll(/:\w+/g, '7'))).map(({ path }) => path)).toEqual([])
  expect(pages.filter(({ name }) => !listed.has(name)).map(({ name }) => name)).toEqual([])
})

test('nothing of the template the first shell came from is left', () => {
  const sources = globSync('{web,ui,admin}/{src,public}/**/*.{ts,tsx,css,html}', { cwd: root }).filter(
    (path) => !path.includes('.test.'),
  )
  const left = sources.filter((path) =>
    /Arco Design|arco-design|admin\/admin|用户名：admin|login-config/i.test(read(path)),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(left).toEqual([])
})
