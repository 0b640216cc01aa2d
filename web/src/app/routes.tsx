import { studentPages } from '@tongchuang/contract/paths.ts'
import { Failure } from '@tongchuang/ui/error-boundary.tsx'
import type { ComponentType } from 'react'
import { redirect, useRouteError } from 'react-router'
import type { RouteObject } from 'react-router'
import { loadTexts } from '../locales/texts.ts'
import { enter, passOn } from './enter.ts'
import { Root, RootFallback } from './root.tsx'
import { table } from './table.ts'
import type { Row } from './table.ts'

const RouteFailure = () => <Failure error={useRouteError()} />

/**
 * A page whose file cannot be had becomes one that fails when it is drawn: the router knows no other failure of a part it
 * loads, and would draw nothing at all.
 */
const orFailure = (load: () => Promise<ComponentType>) => (): Promise<ComponentType> =>
  load().catch((error: unknown) => () => {
    throw error
  })

// The guard and the page's file are fetched side by side; the page is drawn when both have come.
const routeOf = (row: Row): RouteObject => ({
  id: row.name,
  path: row.path,
  handle: row.meta,
  loader: enter(row),
  lazy: { Component: orFailure(row.page) },
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
      {
        path: studentPages.worksRoot,
        loader: ({ request }) => redirect(studentPages.works + new URL(request.url).search),
      },
      { path: studentPages.root, loader: ({ request }) => redirect(studentPages.login + new URL(request.url).search) },
      ...table.filter(isBare).map(routeOf),
      {
        lazy: {
          Component: orFailure(async () => {
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
