import { returnAmong } from '@tongchuang/ui/safe-return.ts'

/** Decides who may open which page: pure functions, in the order of every navigation. */

export type RouteMeta = {
  /** The title: a key in the texts of the shell. */
  locale: string
  /** false: also for anonymous visitors. */
  requiresAuth: boolean
  /** Roles by name; `*` is any of them. */
  roles: readonly string[]
  /** Its place in the menu. */
  order?: number
  hideInMenu?: boolean
  /** The name of the row to highlight in the menu instead. */
  activeMenu?: string
  /** Not kept behind another tab of the tab bar. */
  ignoreCache?: boolean
  /** Never opens a tab of the tab bar. */
  noAffix?: boolean
  /** The page has its own bar at the bottom, so the phone bar is hidden. */
  ownBottomBar?: boolean
}

export type Visit = {
  name: string
  requiresAuth: boolean
  /** `operate` in the query, with which a page says that the session has ended (specification section 2). */
  operate: string | null
  hasToken: boolean
  /** The token has lost its cookie. */
  expired: boolean
}

export type Verdict =
  /** Say 登出成功, forget the token, go to the log-in page. */
  | 'say-logged-out'
  /** Say that the session has expired, forget the token, go to the log-in page. */
  | 'say-expired'
  /** The same, and come back here after the log-in. */
  | 'expired'
  /** Go to the log-in page and come back here. */
  | 'log-in'
  /** Already logged in: go to the square. */
  | 'go-home'
  /** Go on when the profile is there and its role fits. */
  | 'with-profile'
  | 'enter'

/** What happens to a visit before anything is asked of the server. */
export const judge = ({ name, requiresAuth, operate, hasToken, expired }: Visit): Verdict => {
  if (operate === 'logout') return 'say-logged-out'
  if (operate === 'expired') return 'say-expired'
  if (hasToken && expired) return 'expired'
  if (name === 'login' || name === 'register') return hasToken ? 'go-home' : 'enter'
  if (hasToken) return 'with-profile'
  return requiresAuth && name !== 'notFound' ? 'log-in' : 'enter'
}

/** Whether a role may open a page; the role is compared by its whole name, never by a part of it. */
export const mayOpen = (meta: Pick<RouteMeta, 'requiresAuth' | 'roles'>, role: string): boolean =>
  !meta.requiresAuth || meta.roles.length === 0 || meta.roles.includes('*') || meta.roles.includes(role)

type Row = { name: string; path: string; meta: RouteMeta }

/** Pages that are open whatever menu the server sends. */
const always = ['login', 'register', 'notFound', 'Redirect', 'Workplace']

/**
 * Whether a page is in the server menu, which the server filters by role; null: the menu does not come from the server.
 */
export const isListed = (name: string, listed: ReadonlySet<string> | null): boolean =>
  listed === null || always.includes(name) || listed.has(name)

/** The first page of the menu a role may open, or null. */
export const firstPermitted = (
  rows: readonly Row[],
  role: string,
  listed: ReadonlySet<string> | null = null,
): string | null =>
  rows
    .filter(
      ({ name, path, meta }) =>
        meta.requiresAuth && !meta.hideInMenu && !path.includes(':') && mayOpen(meta, role) && isListed(name, listed),
    )
    .toSorted((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))
    .at(0)?.path ?? null

/** Where to go after the log-in: only to a page of this site that requires a log-in. */
export const safeReturn = (value: string | null, rows: readonly Row[]): string | null =>
  returnAmong(
    value,
    rows.filter((row) => row.meta.requiresAuth),
  )
