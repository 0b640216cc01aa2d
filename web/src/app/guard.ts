/** Who may go where: pure, in the order every navigation passes. */

export type RouteMeta = {
  /** Its title: a name in the shell's texts. */
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
  ignoreCache?: boolean
  /** A page with its own bar at the bottom: the tabs of the phone stay away. */
  ownBottomBar?: boolean
}

export type Visit = {
  name: string
  requiresAuth: boolean
  /** `operate` of the query: somebody else has ended the session. */
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

/** Whether a role may open a page; listed by its whole name, never by part of it. */
export const mayOpen = (meta: Pick<RouteMeta, 'requiresAuth' | 'roles'>, role: string): boolean =>
  !meta.requiresAuth || meta.roles.length === 0 || meta.roles.includes('*') || meta.roles.includes(role)

type Row = { name: string; path: string; meta: RouteMeta }

/** The first page of the menu a role may open, or null. */
export const firstPermitted = (rows: readonly Row[], role: string): string | null =>
  rows
    .filter((row) => row.meta.requiresAuth && !row.meta.hideInMenu && !row.path.includes(':') && mayOpen(row.meta, role))
    .toSorted((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))
    .at(0)?.path ?? null

/** Turns the pattern of a route into a test for a path; `*` at its end takes the rest. */
const matches = (pattern: string, path: string): boolean => {
  const source = pattern
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}$`).test(path)
}

/**
 * Where to go after the log-in: a full path of this site on a known page, or the bare name of a page without parameters; else null.
 * Everything a browser could read as another site is refused.
 */
export const safeReturn = (value: string | null, rows: readonly Row[]): string | null => {
  if (!value) return null
  const pages = rows.filter((row) => row.meta.requiresAuth)
  const named = pages.find((row) => row.name === value && !/[:*]/.test(row.path))
  if (named) return named.path
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters, so "/\t/x.cn" would become "//x.cn"
  if (!value.startsWith('/') || value.includes('//') || value.includes('\\') || /[\u0000-\u0020\u007f]/.test(value)) return null
  const path = value.split(/[?#]/)[0] ?? ''
  return pages.some((row) => matches(row.path, path)) ? value : null
}
