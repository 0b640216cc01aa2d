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

/** Whether a role may be on a page: by the page's own list and, where it counts, by the server's menu. */
export const mayEnter = ({ name, meta }: Pick<Row, 'name' | 'meta'>, role: string): boolean =>
  mayOpen(meta, role) && isListed(name, listedNames())

/** Where a role goes instead: the first page that is open to it, or the one that says that there is none. */
export const insteadFor = (role: string): string => firstPermitted(table, role, listedNames()) ?? '/not-found'

/** Where somebody with a token goes instead of a page: null where they may stay, `log-in` where the token is nobody's. */
export const destinationOf = async (row: Row): Promise<string | null> => {
  const profile = await loadProfile()
  if (row.name === 'notFound') return null
  if (!profile) return 'log-in'
  // Nothing but the new password is answered to somebody who needs one.
  if (settings.get().menuFromServer && !profile.must_change_password) await needServerMenu()
  return mayEnter(row, profile.role) ? null : insteadFor(profile.role)
}
