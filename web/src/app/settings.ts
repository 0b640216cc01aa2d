import { createStore } from '@tongchuang/ui/store.ts'
import { keepOnDevice, wordsOnDevice } from '@tongchuang/ui/on-device.ts'

/** The settings of the drawer that a person may change. */
export type Settings = {
  colorWeak: boolean
  navbar: boolean
  menu: boolean
  /** The menu is in the navigation bar; when off, at the left. */
  topMenu: boolean
  /** The menu at the left shows icons only. */
  menuCollapse: boolean
  footer: boolean
  /** Width of the menu at the left, in pixels. */
  menuWidth: number
  tabBar: boolean
  menuFromServer: boolean
}

/** The defaults of specification section 9. */
export const defaults = {
  theme: 'light',
  colorWeak: false,
  navbar: true,
  menu: true,
  topMenu: true,
  hideMenu: false,
  menuCollapse: false,
  footer: true,
  themeColor: '#165DFF',
  menuWidth: 220,
  globalSettings: false,
  device: 'desktop',
  tabBar: false,
  menuFromServer: false,
  serverMenu: [] as readonly unknown[],
}

const initial: Settings = {
  colorWeak: defaults.colorWeak,
  navbar: defaults.navbar,
  menu: defaults.menu,
  topMenu: defaults.topMenu,
  menuCollapse: defaults.menuCollapse,
  footer: defaults.footer,
  menuWidth: defaults.menuWidth,
  tabBar: defaults.tabBar,
  menuFromServer: defaults.menuFromServer,
}

/** Narrower, words are cut off; wider, nothing is left for the page. */
export const menuWidths = { least: 120, most: 400 }

export const isMenuWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= menuWidths.least && Number(value) <= menuWidths.most

/** Parses the stored settings one by one; an invalid value falls back to its default. */
export const settingsFrom = (stored: string | null): Settings => {
  let read: unknown = null
  try {
    read = JSON.parse(stored ?? 'null')
  } catch {
    return initial
  }
  if (typeof read !== 'object' || read === null) return initial
  const found = read as Record<string, unknown>
  const valid = Object.entries(initial).map(([name, value]) => {
    const one = found[name]
    const isGood = name === 'menuWidth' ? isMenuWidth(one) : typeof one === typeof value
    return [name, isGood ? one : value]
  })
  return Object.fromEntries(valid) as Settings
}

const key = 'settings'

export const settings = createStore<Settings>(settingsFrom(wordsOnDevice(key)))

/**
 * The filter stands on the root element (on the body it would take the fixed bars out of the window's frame) and on
 * what a browser draws above it.
 */
export const applyColorWeak = (): void => {
  document.documentElement.toggleAttribute('data-color-weak', settings.get().colorWeak)
}

/** Changes settings at once and for later visits. Moving the menu also expands it. */
export const changeSettings = (part: Partial<Settings>): void => {
  settings.set({ ...settings.get(), ...('topMenu' in part ? { menuCollapse: false } : {}), ...part })
  applyColorWeak()
  keepOnDevice(key, settings.get())
}

/** The text that the drawer copies: the settings listed in the specification, with their current values. */
export const configurationText = (
  chosen: Settings,
  now: { isMobile: boolean; isOpen: boolean; serverMenu: readonly unknown[] },
): string =>
  JSON.stringify(
    {
      ...defaults,
      ...chosen,
      hideMenu: now.isMobile,
      globalSettings: now.isOpen,
      device: now.isMobile ? 'mobile' : 'desktop',
      serverMenu: now.serverMenu,
    },
    null,
    2,
  )
