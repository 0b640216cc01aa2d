import { expect, test } from 'vitest'
import { firstPermitted, isListed, judge, mayOpen, safeReturn } from './guard.ts'
import type { Visit } from './guard.ts'
import { table } from './table.ts'

const visit = (part: Partial<Visit>): Visit => ({
  name: 'square',
  requiresAuth: true,
  operate: null,
  hasToken: false,
  expired: false,
  ...part,
})

test.each([
  ['an anonymous visitor of the square logs in first', {}, 'log-in'],
  ['an anonymous visitor sees the log-in page', { name: 'login', requiresAuth: false }, 'enter'],
  ['an anonymous visitor sees the register page', { name: 'register', requiresAuth: false }, 'enter'],
  [
    'an anonymous visitor of an unknown address sees that it is unknown',
    { name: 'notFound', requiresAuth: false },
    'enter',
  ],
  [
    'a student who is logged in needs no log-in page',
    { name: 'login', requiresAuth: false, hasToken: true },
    'go-home',
  ],
  [
    'a student who is logged in needs no register page',
    { name: 'register', requiresAuth: false, hasToken: true },
    'go-home',
  ],
  ['a student who is logged in enters with the profile', { hasToken: true }, 'with-profile'],
  ['a token without its cookie is expired', { hasToken: true, expired: true }, 'expired'],
  [
    'a token without its cookie is expired on the log-in page too',
    { name: 'login', requiresAuth: false, hasToken: true, expired: true },
    'expired',
  ],
  ['operate=logout says so wherever it leads', { operate: 'logout', hasToken: true }, 'say-logged-out'],
  [
    'operate=expired says so before anything else',
    { operate: 'expired', hasToken: true, expired: true },
    'say-expired',
  ],
  ['an unknown operate means nothing', { operate: 'delete', hasToken: true }, 'with-profile'],
] as const)('%s', (_, part, verdict) => {
  expect(judge(visit(part))).toBe(verdict)
})

test('a role opens what lists it by its whole name or by the star', () => {
  expect(mayOpen({ requiresAuth: true, roles: ['*'] }, '教师')).toBe(true)
  expect(mayOpen({ requiresAuth: true, roles: ['学生'] }, '学生')).toBe(true)
  expect(mayOpen({ requiresAuth: true, roles: ['学生'] }, '学')).toBe(false)
  expect(mayOpen({ requiresAuth: true, roles: ['学生'] }, '')).toBe(false)
  expect(mayOpen({ requiresAuth: false, roles: ['学生'] }, '')).toBe(true)
})

test('a student without access goes to the first page of the menu that is open, by its order', () => {
  const page = (name: string, order: number, roles: string[]) => ({
    name,
    path: `/${name}`,
    meta: { locale: name, requiresAuth: true, roles, order },
  })
  const rows = [page('late', 2, ['*']), page('teachers', 0, ['教师']), page('early', 1, ['学生'])]
  expect(firstPermitted(rows, '学生')).toBe('/early')
  expect(firstPermitted(rows, '助教')).toBe('/late')
  expect(firstPermitted([], '学生')).toBeNull()
  expect(firstPermitted(table, '学生')).toBe('/square/index')
})

test('while the menu comes from the server a page must be in it, except those that always are open', () => {
  const listed = new Set(['guilds'])
  expect(isListed('guilds', listed)).toBe(true)
  expect(isListed('square', listed)).toBe(false)
  for (const name of ['login', 'register', 'notFound', 'Redirect', 'Workplace'])
    expect(isListed(name, new Set())).toBe(true)
  expect(isListed('square', null)).toBe(true)
  expect(firstPermitted(table, '学生', listed)).toBe('/tradeunion/index')
  expect(firstPermitted(table, '学生', new Set())).toBeNull()
})

test.each([
  '/square/index',
  '/square/mycenter?tab=returned#top',
  '/square/task_detail/7',
  '/square/task_detail/submit/7',
  '/square/guild_details/7/%E6%97%A7%E5%90%8D%2F/all',
  '/tradeunion/index',
  '/dashboard/workplace',
])('after the log-in a student comes back to %s', (path) => {
  expect(safeReturn(path, table)).toBe(path)
})

test('after the log-in a bare name of a page without parameters leads there', () => {
  expect(safeReturn('mycenter', table)).toBe('/square/mycenter')
  expect(safeReturn('Workplace', table)).toBe('/dashboard/workplace')
  expect(safeReturn('taskDetail', table)).toBeNull()
})

test.each([
  null,
  '',
  '//evil.cn',
  '/\\evil.cn',
  '\\\\evil.cn',
  'https://evil.cn/square/index',
  'javascript:alert(1)',
  '/\t/evil.cn',
  '/square/index\n',
  '/square//index',
  '/square/index?to=//evil.cn',
  ' /square/index',
  '/login',
  '/register',
  '/',
  '/nowhere',
  '/square/index/deeper',
  '/square/task_detail/',
  '/redirect/square/index',
  'login',
  'notFound',
])('after the log-in nobody is led to %j', (path) => {
  expect(safeReturn(path, table)).toBeNull()
})

test('every row of the table has a name and a path of its own', () => {
  expect(new Set(table.map((row) => row.name)).size).toBe(table.length)
  expect(new Set(table.map((row) => row.path)).size).toBe(table.length)
  for (const { meta } of table)
    if (meta.activeMenu) expect(table.some((row) => row.name === meta.activeMenu)).toBe(true)
})
