import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { useContext, useMemo } from 'react'
import { useMatches } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import { mayEnter } from './permitted.ts'
import { menuOf, ownMenu } from './menu.ts'
import type { Item } from './menu.ts'
import { serverMenu } from './server-menu.ts'
import { settings } from './settings.ts'
import { table } from './table.ts'
import type { Row } from './table.ts'

/** The row of the table that is shown, and the name that is highlighted in the menus. */
export const useCurrent = (): { name: string; meta: Row['meta'] | undefined; active: string } => {
  const match = useMatches().at(-1)
  const meta = match?.handle as Row['meta'] | undefined
  const name = match?.id ?? ''
  return { name, meta, active: meta?.activeMenu ?? name }
}

/** The menu items for the logged-in person. */
export const useMenu = (): readonly Item[] => {
  const role = useContext(ProfileContext)?.role ?? ''
  const { menuFromServer } = useStore(settings)
  const sent = useStore(serverMenu)
  return useMemo(
    () => (menuFromServer && sent ? menuOf(sent, table, role) : ownMenu(table, role)),
    [menuFromServer, sent, role],
  )
}

/** The label of a menu item: the site's own text if its key is known, otherwise the server's wording. */
export const useMenuWords = (): ((item: Item) => string) => {
  const { shell } = useTexts()
  return ({ locale }) => (isKeyOf(shell.titles, locale) ? shell.titles[locale] : locale)
}

/** The personal center, which is in the phone bar of every student. */
export const useCentre = (): Item | null => {
  const role = useContext(ProfileContext)?.role ?? ''
  const row = table.find(({ name }) => name === 'mycenter')
  return row && mayEnter(row, role)
    ? { name: row.name, locale: row.meta.locale, path: row.path, isOutside: false }
    : null
}
