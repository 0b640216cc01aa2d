import { Failure } from '@tongchuang/ui/error-boundary.tsx'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { redirect, useRouteError } from 'react-router'
import type { RouteObject } from 'react-router'
import { loadTexts } from '../locales/texts.ts'
import { enter, passOn } from './enter.ts'
import { Root, RootFallback } from './root.tsx'
import { table } from './table.ts'
import type { Row } from './table.ts'

const RouteFailure = () => <Failure error={useRouteError()} />

// The guard and the page's file are fetched side by side; the page is drawn when both have come.
const routeOf = (row: Row): RouteObject => ({
  id: row.name,
  path: row.path,
  handle: row.meta,
  loader: enter(row),
  lazy: { Component: row.page },
  ErrorBoundary: RouteFailure,
})

const isBare = (row: Row) => row.name === 'login' || row.name === 'register'

/** The table of section 2 of the specification, as the router wants it. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: RootFallback,
    ErrorBoundary: RouteFailure,
    children: [
      { path: '/', loader: ({ request }) => redirect(`/login${new URL(request.url).search}`) },
      { id: 'Redirect', path: '/redirect/*', loader: passOn },
      ...table.filter(isBare).map(routeOf),
      {
        lazy: {
          Component: async () => {
            const [module] = await Promise.all([import('./shell.tsx'), loadTexts(currentLanguage(), 'all')])
            return module.Shell
          },
        },
        children: table.filter((row) => !isBare(row)).map(routeOf),
      },
    ],
  },
]
