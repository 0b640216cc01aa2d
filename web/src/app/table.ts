import { studentPages } from '@tongchuang/contract/paths.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { LoginPage } from '../pages/login-page.tsx'
import { loadTexts } from '../locales/texts.ts'
import type { PageAddress } from './early.ts'
import type { RouteMeta } from './guard.ts'

export type Title =
  | 'login'
  | 'register'
  | 'square'
  | 'works'
  | 'guilds'
  | 'guildTasks'
  | 'task'
  | 'submit'
  | 'rankings'
  | 'search'
  | 'center'
  | 'notFound'

/** One row of the table of specification section 2. */
export type Row = {
  name: string
  path: string
  page: () => Promise<ComponentType>
  /** Reads the data that `start.ts` has requested for this page into a cache. */
  firstReads?: () => Promise<(client: QueryClient, address: PageAddress) => Promise<void>[]>
  meta: RouteMeta & { locale: Title }
}

/** Loads a page together with the text parts it needs beyond the common ones. */
const saying = async <Module>(page: Promise<Module>, ...parts: Parameters<typeof loadTexts>[0][]): Promise<Module> =>
  (await Promise.all([page, ...parts.map(loadTexts)]))[0]

const squarePage = () => saying(import('../pages/square-page.tsx'), 'school')
const square = {
  page: () => squarePage().then((module) => module.SquarePage),
  firstReads: () => squarePage().then((module) => module.squareReads),
}
const taskPage = () => saying(import('../pages/task-detail-page.tsx'), 'taskDetail')
const anyRole = { requiresAuth: true, roles: ['*'] }

/** Every page of the site. The order of the rows means nothing; `order` is the place in the menu. */
export const table: readonly Row[] = [
  {
    name: 'login',
    path: studentPages.login,
    // Nothing to load: the page is already in the document.
    page: async () => LoginPage,
    meta: { locale: 'login', requiresAuth: false, roles: [], hideInMenu: true },
  },
  {
    name: 'register',
    path: studentPages.register,
    page: () => saying(import('../pages/register-page.tsx'), 'register').then((module) => module.RegisterPage),
    meta: { locale: 'register', requiresAuth: false, roles: [], hideInMenu: true },
  },
  { name: 'square', path: studentPages.square, ...square, meta: { ...anyRole, locale: 'square', order: 0 } },
  // The permanent first page of the original template; it shows the square under its own address.
  {
    name: 'Workplace',
    path: studentPages.workplace,
    ...square,
    meta: { ...anyRole, locale: 'square', hideInMenu: true, activeMenu: 'square' },
  },
  {
    name: 'works',
    path: studentPages.works,
    page: () => saying(import('../pages/works-page.tsx'), 'school').then((module) => module.WorksPage),
    meta: { ...anyRole, locale: 'works', order: 1 },
  },
  {
    name: 'guilds',
    path: studentPages.guilds,
    page: () => saying(import('../pages/guilds-page.tsx'), 'school').then((module) => module.GuildsPage),
    meta: { ...anyRole, locale: 'guilds', order: 2 },
  },
  {
    name: 'guildTasks',
    path: studentPages.guildTasks,
    page: () => saying(import('../pages/guild-tasks-page.tsx'), 'school').then((module) => module.GuildTasksPage),
    meta: { ...anyRole, locale: 'guildTasks', hideInMenu: true, activeMenu: 'guilds' },
  },
  {
    name: 'taskDetail',
    path: studentPages.taskDetail,
    page: () => taskPage().then((module) => module.TaskDetailPage),
    firstReads: () => taskPage().then((module) => module.taskReads),
    meta: { ...anyRole, locale: 'task', hideInMenu: true, activeMenu: 'square', ownBottomBar: true },
  },
  {
    name: 'taskSubmit',
    path: studentPages.taskSubmit,
    page: () => saying(import('../pages/task-submit-page.tsx'), 'taskSubmit').then((module) => module.TaskSubmitPage),
    meta: {
      ...anyRole,
      locale: 'submit',
      hideInMenu: true,
      activeMenu: 'square',
      ignoreCache: true,
      ownBottomBar: true,
    },
  },
  {
    name: 'rankings',
    path: studentPages.rankings,
    page: () => saying(import('../pages/rankings-page.tsx'), 'school').then((module) => module.RankingsPage),
    meta: { ...anyRole, locale: 'rankings', hideInMenu: true, activeMenu: 'square' },
  },
  {
    name: 'search',
    path: studentPages.search,
    page: () => import('../pages/search-page.tsx').then((module) => module.SearchPage),
    // The search belongs to no part of the menu.
    meta: { ...anyRole, locale: 'search', hideInMenu: true },
  },
  {
    name: 'mycenter',
    path: studentPages.center,
    page: () =>
      saying(import('../pages/my-center-page.tsx'), 'school', 'myCenter').then((module) => module.MyCenterPage),
    // Linked from the avatar's menu and from the phone bar.
    meta: { ...anyRole, locale: 'center', hideInMenu: true },
  },
  {
    name: 'notFound',
    path: '*',
    page: () => import('../pages/not-found-page.tsx').then((module) => module.NotFoundPage),
    meta: { locale: 'notFound', requiresAuth: false, roles: [], hideInMenu: true, noAffix: true },
  },
]
