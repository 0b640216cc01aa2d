import { CallFailed } from '@tongchuang/contract/sender.ts'
import { adminMount, adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import { returnAmong } from '@tongchuang/ui/safe-return.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { adminSession } from '@tongchuang/ui/session.ts'
import { forgetSession } from './session.ts'
import { mayOpen, table } from './table.ts'
import type { Row } from './table.ts'

/** The path within this site, with its query. */
const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return pathname.slice((basePath() + adminMount).length) + search
}

const toLogin = (from: string) => redirect(adminPaths.login(from))

/** The path to open after the log-in. */
export const afterLogin = (search: string): string =>
  returnAmong(new URLSearchParams(search).get('redirect'), table) ?? adminPages.home

/** The loader guard that runs before every page behind the log-in. */
export const enter =
  (row: Row) =>
  async ({ request }: LoaderFunctionArgs) => {
    if (adminSession.token() === null) return toLogin(pathOf(request))
    const { loadMe } = await import('./me.ts')
    try {
      const me = await loadMe()
      return mayOpen(row.meta, me.role) ? null : redirect(adminPages.home)
    } catch (error) {
      // The server rejected the token. Any other failure is a network failure, which the page reports.
      if (!(error instanceof CallFailed)) throw error
      await forgetSession()
      return toLogin(pathOf(request))
    }
  }

/** Redirects users who are logged in away from the log-in page, unless the page was opened with a ticket. */
export const refuseLoggedIn = (hasTicket: boolean) => () =>
  adminSession.token() !== null && !hasTicket ? redirect(adminPages.home) : null
