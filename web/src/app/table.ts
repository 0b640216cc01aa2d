import type { ComponentType } from 'react'
import type { RouteMeta } from './guard.ts'

export type Title = 'login' | 'register' | 'square' | 'guilds' | 'guildTasks' | 'task' | 'submit' | 'center' | 'notFound'

/** One row of section 2 of the specification. */
export type Row = {
  name: string
  path: string
  page: () => Promise<ComponentType>
  meta: RouteMeta & { locale: Title }
}

const square = () => import('../pages/square-page.tsx').then((module) => module.SquarePage)
const anyRole = { requiresAuth: true, roles: ['*'] }

/** Every page of the site. The order of the rows means nothing; `order` is the place in the menu. */
export const table: readonly Row[] = [
  {
    name: 'login',
    path: '/login',
    page: () => import('../pages/login-page.tsx').then((module) => module.LoginPage),
    meta: { locale: 'login', requiresAuth: false, roles: [], hideInMenu: true },
  },
  {
    name: 'register',
    path: '/register',
    page: () => import('../pages/register-page.tsx').then((module) => module.RegisterPage),
    meta: { locale: 'register', requiresAuth: false, roles: [], hideInMenu: true },
  },
  { name: 'square', path: '/square/index', page: square, meta: { ...anyRole, locale: 'square', order: 0 } },
  // The permanent first page of the template this site grew from; it shows the square under its own address.
  { name: 'Workplace', path: '/dashboard/workplace', page: square, meta: { ...anyRole, locale: 'square', hideInMenu: true, activeMenu: 'square' } },
  {
    name: 'guilds',
    path: '/tradeunion/index',
    page: () => import('../pages/guilds-page.tsx').then((module) => module.GuildsPage),
    meta: { ...anyRole, locale: 'guilds', order: 2 },
  },
  {
    name: 'guildTasks',
    path: '/square/guild_details/:id/:name/:type',
    page: () => import('../pages/guild-tasks-page.tsx').then((module) => module.GuildTasksPage),
    meta: { ...anyRole, locale: 'guildTasks', hideInMenu: true, activeMenu: 'square' },
  },
  {
    name: 'taskDetail',
    path: '/square/task_detail/:guild',
    page: () => import('../pages/task-detail-page.tsx').then((module) => module.TaskDetailPage),
    meta: { ...anyRole, locale: 'task', hideInMenu: true, activeMenu: 'square', ownBottomBar: true },
  },
  {
    name: 'taskSubmit',
    path: '/square/task_detail/submit/:guild',
    page: () => import('../pages/task-submit-page.tsx').then((module) => module.TaskSubmitPage),
    meta: { ...anyRole, locale: 'submit', hideInMenu: true, activeMenu: 'square', ignoreCache: true, ownBottomBar: true },
  },
  {
    name: 'mycenter',
    path: '/square/mycenter',
    page: () => import('../pages/my-center-page.tsx').then((module) => module.MyCenterPage),
    meta: { ...anyRole, locale: 'center', order: 3 },
  },
  {
    name: 'notFound',
    path: '*',
    page: () => import('../pages/not-found-page.tsx').then((module) => module.NotFoundPage),
    meta: { locale: 'notFound', requiresAuth: false, roles: [], hideInMenu: true },
  },
]
