import type { accounts } from '@tongchuang/contract/accounts.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { studentAreas, studentPages } from '@tongchuang/contract/paths.ts'

/** The path of a page relative to its area. */
const below = (area: keyof typeof studentAreas, page: string): string => page.slice(studentAreas[area].length + 1)

type Menu = Output<typeof accounts.menu>

const open = { requiresAuth: true, roles: ['*'] }
const inSquare = { ...open, hideInMenu: true, activeMenu: 'square' }

/**
 * The student site's routes, including hidden ones: names and locale keys are those of its route table. It grants no
 * access by itself.
 */
export const menu: Menu = [
  {
    path: studentAreas.square,
    name: 'squareArea',
    redirect: studentPages.square,
    meta: { ...open, locale: 'square', icon: 'square', order: 0 },
    children: [
      { path: below('square', studentPages.square), name: 'square', meta: { ...open, locale: 'square' } },
      {
        path: below('square', studentPages.guildTasks),
        name: 'guildTasks',
        meta: { ...inSquare, locale: 'guildTasks', activeMenu: 'guilds' },
      },
      { path: below('square', studentPages.taskDetail), name: 'taskDetail', meta: { ...inSquare, locale: 'task' } },
      {
        path: below('square', studentPages.taskSubmit),
        name: 'taskSubmit',
        meta: { ...inSquare, locale: 'submit', ignoreCache: true },
      },
      {
        path: below('square', studentPages.search),
        name: 'search',
        meta: { ...open, locale: 'search', hideInMenu: true },
      },
      { path: below('square', studentPages.rankings), name: 'rankings', meta: { ...inSquare, locale: 'rankings' } },
      {
        path: below('square', studentPages.center),
        name: 'mycenter',
        meta: { ...open, locale: 'center', hideInMenu: true },
      },
    ],
  },
  {
    path: studentAreas.works,
    name: 'worksArea',
    redirect: studentPages.works,
    meta: { ...open, locale: 'works', icon: 'works', order: 1 },
    children: [{ path: below('works', studentPages.works), name: 'works', meta: { ...open, locale: 'works' } }],
  },
  {
    path: studentAreas.guilds,
    name: 'guildArea',
    redirect: studentPages.guilds,
    meta: { ...open, locale: 'guilds', icon: 'guilds', order: 2 },
    children: [{ path: below('guilds', studentPages.guilds), name: 'guilds', meta: { ...open, locale: 'guilds' } }],
  },
  {
    path: studentAreas.dashboard,
    name: 'dashboard',
    redirect: studentPages.workplace,
    meta: { ...open, locale: 'square', hideInMenu: true },
    children: [
      { path: below('dashboard', studentPages.workplace), name: 'Workplace', meta: { ...inSquare, locale: 'square' } },
    ],
  },
  { path: studentPages.login, name: 'login', meta: { requiresAuth: false, locale: 'login', hideInMenu: true } },
  {
    path: studentPages.register,
    name: 'register',
    meta: { requiresAuth: false, locale: 'register', hideInMenu: true },
  },
]
