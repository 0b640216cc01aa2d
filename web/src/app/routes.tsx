import { studentPages } from '@tongchuang/contract/paths.ts'
import { orLate } from '@tongchuang/ui/lazy-part.tsx'
import { RouteFailure } from '@tongchuang/ui/route-failure.tsx'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { loadTexts } from '../locales/texts.ts'
import { enter, passOn } from './enter.ts'
import { Root, RootFallback } from './root.tsx'
import { table } from './table.ts'
import type { Row } from './table.ts'

// The guard and the page's file are fetched side by side; the page is drawn when both have come.
const routeOf = (row: Row): RouteObject => ({
  id: row.name,
  path: row.path,
  handle: row.meta,
  loader: enter(row),
  lazy: { Component: orLate(row.page, { isPage: true }) },
  ErrorBoundary: RouteFailure,
})

/** Redirects: the bare address, and each area of the menu to its first page. */
const roots = [
  [studentPages.root, studentPages.login],
  [studentPages.squareRoot, studentPages.square],
  [studentPages.worksRoot, studentPages.works],
  [studentPages.guildsRoot, studentPages.guilds],
  [studentPages.dashboardRoot, studentPages.workplace],
] as const

const isBare = (row: Row) => row.name === 'login' || row.name === 'register'

/** The table of specification section 2, as the router wants it. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: RootFallback,
    ErrorBoundary: RouteFailure,
    children: [
      ...roots.map(([path, to]) => ({
        path,
        loader: ({ request }: LoaderFunctionArgs) => redirect(to + new URL(request.url).search),
      })),
      ...table.filter(isBare).map(routeOf),
      {
        lazy: {
          Component: orLate(async () => {
            const [module] = await Promise.all([import('./shell.tsx'), loadTexts('inside')])
            return module.Shell
          }),
        },
        children: [
          { id: 'Redirect', path: studentPages.redirect, loader: passOn },
          ...table.filter((row) => !isBare(row)).map(routeOf),
        ],
      },
    ],
  },
]
