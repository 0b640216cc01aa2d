import { home, paths } from '@tongchuang/contract/paths.ts'
import { forbidSilent } from '@tongchuang/ui/no-silent-log-in.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { currentTexts, loadTexts } from '../locales/texts.ts'
import type { PageAddress } from './early.ts'
import { judge, safeReturn } from './guard.ts'
import { forgetSession, logOut } from './session.ts'
import { table } from './table.ts'
import type { Row } from './table.ts'

/** The path within this site, with its query; for the current address also the hash. */
const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  const isHere = pathname + search === location.pathname + location.search
  return pathname.slice(basePath().length) + search + (isHere ? location.hash : '')
}

const toLogin = (from: string) => redirect(paths.login(from))

/** Where a person goes after the log-in. */
export const afterLogin = (search: string): string =>
  safeReturn(new URLSearchParams(search).get('redirect'), table) ?? home

/**
 * Checks whether the person behind the token may open the page. Loaded on demand: with its caches it is a third of the
 * frame, and the pages before the log-in do not need it.
 */
const withProfile = async (row: Row, path: string, address: PageAddress) => {
  const { destinationOf, takeFirstReads } = await import('./shell.tsx')
  const destination = await destinationOf(row)
  if (destination === null) await takeFirstReads(row, address)
  if (destination !== 'log-in') return destination && redirect(destination)
  await logOut()
  return toLogin(path)
}

/** The guard that every navigation to a row passes before its page is drawn. */
export const enter =
  (row: Row) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const path = pathOf(request)
    const { searchParams: search } = new URL(request.url)
    const verdict = judge({
      name: row.name,
      requiresAuth: row.meta.requiresAuth,
      operate: search.get('operate'),
      hasToken: studentSession.token() !== null,
      expired: studentSession.isExpired(),
    })
    if (verdict === 'enter') return null
    if (verdict === 'log-in') return toLogin(path)
    if (verdict === 'go-home') return redirect(home)
    if (verdict === 'with-profile') return withProfile(row, path, { params, search })
    // After a log-out or an ended session, the app in which the page is open must not log the person in again silently.
    if (verdict !== 'expired') forbidSilent()
    await Promise.all([forgetSession(), loadTexts('auth')])
    const texts = currentTexts()?.shell
    showToast(
      (verdict === 'say-logged-out' ? texts?.loggedOut : texts?.expired) ?? '',
      verdict === 'say-logged-out' ? 'success' : 'warning',
    )
    return verdict === 'expired' && row.meta.requiresAuth ? toLogin(path) : redirect(paths.login())
  }

/**
 * `/redirect/…` redirects to the page behind it, drawn anew, to not-found if there is no such page, and never to
 * another site.
 */
export const passOn = ({ request }: LoaderFunctionArgs) => {
  const path = pathOf(request).replace(/^\/redirect/, '')
  return redirect(safeReturn(path, table) ?? (/^\/[\w%-][^\\]*$/.test(path) && !path.includes('//') ? path : home))
}
