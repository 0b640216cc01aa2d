import { home, paths } from '@tongchuang/contract/paths.ts'
import { forbidSilent } from '@tongchuang/ui/no-silent-log-in.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { currentTexts, loadTexts } from '../locales/texts.ts'
import type { Place } from './early.ts'
import { judge, safeReturn } from './guard.ts'
import { forgetSession, logOut } from './session.ts'
import { table } from './table.ts'
import type { Row } from './table.ts'

/** The path within this site, with its query; of the address that stands there also the place on the page. */
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
 * Whether the person behind the token may be there; with its caches that is a third of the frame, and the pages
 * before the log-in do without.
 */
const withProfile = async (row: Row, path: string, place: Place) => {
  const { destinationOf, takeFirstReads } = await import('./shell.tsx')
  const destination = await destinationOf(row)
  if (destination === null) await takeFirstReads(row, place)
  if (destination !== 'log-in') return destination && redirect(destination)
  await logOut()
  return toLogin(path)
}

/** What every navigation to a row passes before its page is drawn. */
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
    // Whose session was ended by somebody else is not led back in by their own app.
    if (verdict !== 'expired') forbidSilent()
    await Promise.all([forgetSession(), loadTexts('auth')])
    const texts = currentTexts()?.shell
    showToast(
      (verdict === 'say-logged-out' ? texts?.loggedOut : texts?.expired) ?? '',
      verdict === 'say-logged-out' ? 'success' : 'warning',
    )
    return verdict === 'expired' && row.meta.requiresAuth ? toLogin(path) : redirect(paths.login())
  }

/** `/redirect/…` leads to the page behind it, drawn anew, and to not-found where there is none; to nowhere outside this site. */
export const passOn = ({ request }: LoaderFunctionArgs) => {
  const path = pathOf(request).replace(/^\/redirect/, '')
  return redirect(safeReturn(path, table) ?? (/^\/[\w%-][^\\]*$/.test(path) && !path.includes('//') ? path : home))
}
