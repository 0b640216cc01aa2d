import type { accounts } from '@tongchuang/contract/accounts.ts'
import type { Output } from '@tongchuang/contract/call.ts'

type Menu = Output<typeof accounts.menu>

const open = { requiresAuth: true, roles: ['*'] }
const inSquare = { ...open, hideInMenu: true, activeMenu: 'square' }

/** The student site's routes, hidden ones too: names and keys of words are those of its route table. It allows nothing by itself. */
export const menu: Menu = [
  {
    path: '/square',
    name: 'squareArea',
    redirect: '/square/index',
    meta: { ...open, locale: 'square', icon: 'square', order: 0 },
    children: [
      { path: 'index', name: 'square', meta: { ...open, locale: 'square' } },
      { path: 'guild_details/:id/:name/:type', name: 'guildTasks', meta: { ...inSquare, locale: 'guildTasks' } },
      { path: 'task_detail/:guild', name: 'taskDetail', meta: { ...inSquare, locale: 'task' } },
      {
        path: 'task_detail/submit/:guild',
        name: 'taskSubmit',
        meta: { ...inSquare, locale: 'submit', ignoreCache: true },
      },
      { path: 'search', name: 'search', meta: { ...inSquare, locale: 'search' } },
      { path: 'rankings', name: 'rankings', meta: { ...inSquare, locale: 'rankings' } },
      { path: 'mycenter', name: 'mycenter', meta: { ...open, locale: 'center', hideInMenu: true } },
    ],
  },
  {
    path: '/works',
    name: 'worksArea',
    redirect: '/works/index',
    meta: { ...open, locale: 'works', icon: 'works', order: 1 },
    children: [{ path: 'index', name: 'works', meta: { ...open, locale: 'works' } }],
  },
  {
    path: '/tradeunion',
    name: 'guildArea',
    redirect: '/tradeunion/index',
    meta: { ...open, locale: 'guilds', icon: 'guilds', order: 2 },
    children: [{ path: 'index', name: 'guilds', meta: { ...open, locale: 'guilds' } }],
  },
  {
    path: '/dashboard',
    name: 'dashboard',
    redirect: '/dashboard/workplace',
    meta: { ...open, locale: 'square', hideInMenu: true },
    children: [{ path: 'workplace', name: 'Workplace', meta: { ...inSquare, locale: 'square' } }],
  },
  { path: '/login', name: 'login', meta: { requiresAuth: false, locale: 'login', hideInMenu: true } },
  { path: '/register', name: 'register', meta: { requiresAuth: false, locale: 'register', hideInMenu: true } },
]
