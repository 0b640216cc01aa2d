import { adminPages } from '@tongchuang/contract/paths.ts'
import { orLate } from '@tongchuang/ui/lazy-part.tsx'
import { RouteFailure } from '@tongchuang/ui/route-failure.tsx'
import type { RouteObject } from 'react-router'
import { refuseLoggedIn, enter } from './enter.ts'
import { Root, RootFallback } from './root.tsx'
import { table } from './table.ts'
import type { Row } from './table.ts'
import { handedOver } from './ticket.ts'

const routeOf = (row: Row): RouteObject => ({
  id: row.name,
  path: row.path,
  handle: row.meta,
  loader: enter(row),
  lazy: { Component: orLate(row.page, { isPage: true }) },
  ErrorBoundary: RouteFailure,
})

/** The table of pages in the form of the router. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: RootFallback,
    ErrorBoundary: RouteFailure,
    children: [
      {
        id: 'login',
        path: adminPages.login,
        handle: { title: 'login' },
        loader: () => refuseLoggedIn(handedOver.get() !== null)(),
        lazy: { Component: orLate(() => import('../pages/login-page.tsx').then((module) => module.LoginPage)) },
      },
      {
        id: 'setup',
        path: adminPages.setup,
        handle: { title: 'setup' },
        lazy: { Component: orLate(() => import('../pages/setup-page.tsx').then((module) => module.SetupPage)) },
      },
      {
        lazy: { Component: orLate(() => import('./shell.tsx').then((module) => module.Shell)) },
        children: table.map(routeOf),
      },
      {
        id: 'notFound',
        path: '*',
        handle: { title: 'notFound' },
        lazy: { Component: orLate(() => import('../pages/not-found-page.tsx').then((module) => module.NotFoundPage)) },
      },
    ],
  },
]
