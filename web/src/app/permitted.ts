import { firstPermitted, isListed, mayOpen } from './guard.ts'
import { namesIn } from './menu.ts'
import { loadProfile } from './profile.ts'
import { needServerMenu, serverMenu } from './server-menu.ts'
import { settings } from './settings.ts'
import { table } from './table.ts'
import type { Row } from './table.ts'

const listedNames = () => {
  const menu = settings.get().menuFromServer ? serverMenu.get() : null
  return menu && namesIn(menu)
}

/** Whether a role may open a page: by the page's own list of roles and, while it is on, by the server menu. */
export const mayEnter = ({ name, meta }: Pick<Row, 'name' | 'meta'>, role: string): boolean =>
  mayOpen(meta, role) && isListed(name, listedNames())

/** Where a role is sent instead: to the first page open to it, or to not-found if there is none. */
export const insteadFor = (role: string): string => firstPermitted(table, role, listedNames()) ?? '/not-found'

/**
 * Where someone with a token is sent instead of a page: null if they may stay, `log-in` if the token belongs to nobody.
 */
export const destinationOf = async (row: Row): Promise<string | null> => {
  const profile = await loadProfile()
  if (row.name === 'notFound') return null
  if (!profile) return 'log-in'
  // Someone who must change the password first is refused every other call.
  if (settings.get().menuFromServer && !profile.must_change_password) await needServerMenu()
  return mayEnter(row, profile.role) ? null : insteadFor(profile.role)
}
