import { expect, test } from 'vitest'
import { menuOf, namesIn, ownMenu } from './menu.ts'
import type { ServerMenu } from './menu.ts'
import { table } from './table.ts'

const open = { requiresAuth: true, roles: ['*'] }
const menu: ServerMenu = [
  {
    path: '/tradeunion',
    name: 'guildArea',
    meta: { ...open, locale: 'guilds', order: 2 },
    children: [{ path: 'index', name: 'guilds', meta: { ...open, locale: 'guilds' } }],
  },
  {
    path: '/square',
    name: 'squareArea',
    meta: { ...open, locale: 'square', order: 0 },
    children: [
      { path: 'index', name: 'square', meta: { ...open, locale: 'square' } },
      { path: 'task_detail/:guild', name: 'taskDetail', meta: { ...open, locale: 'task', hideInMenu: true } },
    ],
  },
]

test('the menu of a student has the square first and the guilds last, and the centre is reached from the avatar', () => {
  const names = ownMenu(table, '学生').map(({ name }) => name)
  expect(names.at(0)).toBe('square')
  expect(names.at(-1)).toBe('guilds')
  expect(names).not.toContain('mycenter')
})

test('a menu from the server is shown in its order, without what it hides', () => {
  expect(menuOf(menu, table, '学生').map(({ name, path }) => [name, path])).toEqual([
    ['square', '/square/index'],
    ['guilds', '/tradeunion/index'],
  ])
})

test('a menu from the server shows nobody what their role may not open, and no page this site does not have', () => {
  const teachers = [{ ...menu[0]!, meta: { ...open, locale: 'guilds', roles: ['教师'] } }]
  expect(menuOf(teachers, table, '学生')).toEqual([])
  expect(menuOf([{ path: '/quests', name: 'quests', meta: { ...open, locale: 'quests' } }], table, '学生')).toEqual([])
})

test('a web address in the menu from the server opens a new window; an address that is not of the web is left out', () => {
  const link = (path: string) => menuOf([{ path, name: 'library', meta: { ...open, locale: '图书馆' } }], table, '学生')
  expect(link('https://library.example.cn/')).toEqual([
    { name: 'library', locale: '图书馆', path: 'https://library.example.cn/', isOutside: true },
  ])
  expect(link('javascript:alert(1)')).toEqual([])
})

test('a group whose children are to stay out of the menu is a line where it is a page', () => {
  const group = {
    path: '/square',
    name: 'square',
    meta: { ...open, locale: 'square', hideChildrenInMenu: true },
    children: menu[1]!.children,
  }
  expect(menuOf([group], table, '学生').map(({ name }) => name)).toEqual(['square'])
})

test('hidden pages are among the names that may be opened', () => {
  expect([...namesIn(menu)].toSorted()).toEqual(['guildArea', 'guilds', 'square', 'squareArea', 'taskDetail'])
})
