import { currentLanguage } from '@tongchuang/ui/language.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { currentTexts, loadTexts } from '../locales/texts.ts'
import { firstPermitted, judge, mayOpen, safeReturn } from './guard.ts'
import { forgetSession, logOut } from './session.ts'
import { table } from './table.ts'
import type { Row } from './table.ts'

export const home = '/square/index'

/** The path within this site, with its query. */
const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return pathname.slice(basePath().length) + search
}

const toLogin = (from: string) => redirect(`/login?${new URLSearchParams({ redirect: from })}`)

/** Where a person goes after the log-in. */
export const afterLogin = (search: string): string => safeReturn(new URLSearchParams(search).get('redirect'), table) ?? home

const withProfile = async (row: Row, path: string) => {
  // With its cache it is a third of the frame: the pages before the log-in do without.
  const { loadProfile } = await import('./profile.ts')
  const profile = await loadProfile()
  if (row.name === 'notFound') return null
  if (!profile) {
    await logOut()
    return toLogin(path)
  }
  if (mayOpen(row.meta, profile.role)) return null
  return redirect(firstPermitted(table, profile.role) ?? '/not-found')
}

/** What every navigation to a row passes before its page is drawn. */
export const enter =
  (row: Row) =>
  async ({ request }: LoaderFunctionArgs) => {
    const path = pathOf(request)
    const verdict = judge({
      name: row.name,
      requiresAuth: row.meta.requiresAuth,
      operate: new URL(request.url).searchParams.get('operate'),
      hasToken: studentSession.token() !== null,
      expired: studentSession.isExpired(),
    })
    if (verdict === 'enter') return null
    if (verdict === 'log-in') return toLogin(path)
    if (verdict === 'go-home') return redirect(home)
    if (verdict === 'with-profile') return withProfile(row, path)
    await Promise.all([forgetSession(), loadTexts(currentLanguage(), 'door')])
    const texts = currentTexts()?.shell
    showToast((verdict === 'say-logged-out' ? texts?.loggedOut : texts?.expired) ?? '', verdict === 'say-logged-out' ? 'success' : 'warning')
    return verdict === 'expired' && row.meta.requiresAuth ? toLogin(path) : redirect('/login')
  }

/** `/redirect/…` leads to the page behind it: drawn anew. */
export const passOn = ({ request }: LoaderFunctionArgs) => redirect(safeReturn(pathOf(request).replace(/^\/redirect/, ''), table) ?? home)
