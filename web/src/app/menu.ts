import { mayOpen } from './guard.ts'
import type { Row } from './table.ts'

/** A node of the menu the server sends. */
type Node = {
  path: string
  name: string
  meta: {
    locale: string
    requiresAuth: boolean
    order?: number | undefined
    roles?: readonly string[] | undefined
    hideInMenu?: boolean | undefined
    hideChildrenInMenu?: boolean | undefined
  }
  children?: readonly Node[] | undefined
}
export type ServerMenu = readonly Node[]

/** One item of the menu. */
export type Item = { name: string; locale: string; path: string; isOutside: boolean }

const byOrder = <T extends { meta: { order?: number | undefined } }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))

/** The names of all nodes, hidden ones included: the pages that may be opened while the server menu is on. */
export const namesIn = (menu: ServerMenu): ReadonlySet<string> =>
  new Set(menu.flatMap((node) => [node.name, ...namesIn(node.children ?? [])]))

/** The menu of this site's own table. */
export const ownMenu = (rows: readonly Row[], role: string): Item[] =>
  byOrder(rows.filter(({ meta }) => meta.requiresAuth && !meta.hideInMenu && mayOpen(meta, role))).map(
    ({ name, path, meta }) => ({
      name,
      locale: meta.locale,
      path,
      isOutside: false,
    }),
  )

const linesOf = (nodes: readonly Node[], rows: readonly Row[], role: string): Item[] =>
  nodes.flatMap((node): Item[] => {
    const { name, meta, children = [] } = node
    if (meta.hideInMenu || !mayOpen({ requiresAuth: meta.requiresAuth, roles: meta.roles ?? [] }, role)) return []
    if (/^https?:\/\//.test(node.path)) return [{ name, locale: meta.locale, path: node.path, isOutside: true }]
    const own = rows.find((row) => row.name === name && !row.path.includes(':'))
    const inner = meta.hideChildrenInMenu ? [] : linesOf(children, rows, role)
    // Pages come only from this site's own table: a name missing there opens nothing.
    return inner.length > 0 || !own ? inner : [{ name, locale: meta.locale, path: own.path, isOutside: false }]
  })

/** The server menu, in its order and wording; a group is replaced by its visible children. */
export const menuOf = (menu: ServerMenu, rows: readonly Row[], role: string): Item[] =>
  linesOf(byOrder(menu), rows, role)
