import { paths } from '@tongchuang/contract/paths.ts'
import { first, noTabs } from './no-tabs.ts'
import type { Tab, Tabs } from './no-tabs.ts'

/** The opened pages of the tab bar: pure. */

/** A page that a navigation has reached after passing its guard. */
export type Visit = {
  /** The key of the navigation. */
  key: string
  name: string
  fullPath: string
  query: Readonly<Record<string, string>>
  ignoreCache: boolean
  noAffix: boolean
  /** The page has replaced its own address with a corrected one. */
  replaced: boolean
}

/** More tabs would not help anyone find a page again. */
const most = 20

/** Whether a page is represented by the permanent first tab. */
const isFirst = (name: string): boolean => name === 'Workplace' || name === 'square'

const nextId = ({ list, active }: Tabs): number => Math.max(active ?? 0, ...list.map((tab) => tab.id)) + 1

const put = (list: readonly Tab[], id: number, part: Partial<Tab>): Tab[] =>
  list.map((tab) => (tab.id === id ? { ...tab, ...part } : tab))

/** Past the limit the oldest goes that can be closed. */
const withinLimit = (list: readonly Tab[]): readonly Tab[] => (list.length > most ? list.toSpliced(1, 1) : list)

/** Records a page as opened: one tab for each full path. */
export const arrive = (tabs: Tabs, visit: Visit): Tabs => {
  if (tabs.visit === visit.key) return tabs
  const { list } = tabs
  const at = (active: number | null, next = list): Tabs => ({ list: next, active, visit: visit.key })
  const { name, fullPath, query, ignoreCache } = visit
  if (visit.noAffix || name === 'Redirect') return at(null)
  const head = list[0] ?? first
  if (isFirst(name)) return at(head.id, put(list, head.id, { fullPath, query }))
  const same = list.find((tab) => tab.fullPath === fullPath)
  if (same) return at(same.id)
  const shown = list.find((tab) => tab.id === tabs.active)
  if (visit.replaced && shown?.name === name) return at(shown.id, put(list, shown.id, { fullPath, query }))
  const id = nextId(tabs)
  return at(id, withinLimit([...list, { id, title: '', name, fullPath, query, ignoreCache }]))
}

/** Stores the title a page has given itself. */
export const rename = (tabs: Tabs, id: number, title: string): Tabs =>
  tabs.list.some((tab) => tab.id === id && tab.id !== tabs.list[0]?.id && tab.title !== title)
    ? { ...tabs, list: put(tabs.list, id, { title }) }
    : tabs

export const actions = ['reload', 'close', 'closeLeft', 'closeRight', 'closeOthers', 'closeAll'] as const
export type Action = (typeof actions)[number]

/** What may be done with a tab: the first one stays, only the shown one is loaded anew. */
export const mayDo = ({ list, active }: Tabs, id: number, action: Action): boolean => {
  const index = list.findIndex((tab) => tab.id === id)
  if (action === 'reload') return id === active
  if (action === 'close') return index > 0
  if (action === 'closeLeft') return index > 1
  if (action === 'closeRight') return index < list.length - 1
  return true
}

/** The tabs left by an action and the address to go to; null: the shown page stays. */
export type Outcome = { tabs: Tabs; goTo: string | null }

const remaining = ({ list }: Tabs, index: number, action: Action): readonly Tab[] => {
  const stays: Partial<Record<Action, (tab: Tab, place: number) => boolean>> = {
    close: (_, place) => place !== index,
    closeLeft: (_, place) => place === 0 || place >= index,
    closeRight: (_, place) => place <= index,
    closeOthers: (_, place) => place === 0 || place === index,
  }
  const keep = stays[action]
  return keep ? list.filter(keep) : list
}

/** Does one of the actions of the menu to a tab. */
export const act = (tabs: Tabs, id: number, action: Action): Outcome => {
  const index = tabs.list.findIndex((tab) => tab.id === id)
  const tab = tabs.list[index]
  if (!tab || !mayDo(tabs, id, action)) return { tabs, goTo: null }
  if (action === 'closeAll') return { tabs: { ...noTabs, visit: tabs.visit }, goTo: first.fullPath }
  if (action === 'reload') {
    const fresh = nextId(tabs)
    return {
      tabs: { ...tabs, list: put(tabs.list, id, { id: fresh }), active: fresh },
      goTo: paths.redirect(tab.fullPath),
    }
  }
  const next = { ...tabs, list: remaining(tabs, index, action) }
  if (action === 'closeOthers') return { tabs: next, goTo: id === tabs.active ? null : tab.fullPath }
  const isShownLeft = tabs.active === null || next.list.some((one) => one.id === tabs.active)
  const beside = action === 'close' ? (tabs.list[index - 1] ?? first) : tab
  return { tabs: next, goTo: isShownLeft ? null : beside.fullPath }
}

/** Parses the tabs stored by this window; an invalid value counts as no tabs. */
export const tabsFrom = (stored: string | null): Tabs => {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(list) || list.length === 0 || list.length > most) return noTabs
    return list.every(isTab) && list[0]?.name === first.name ? { list, active: null, visit: '' } : noTabs
  } catch {
    return noTabs
  }
}

const isTab = (value: unknown): value is Tab => {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, name, fullPath, query, ignoreCache } = value as Record<string, unknown>
  const isWhole =
    Number.isInteger(id) && typeof title === 'string' && typeof name === 'string' && typeof ignoreCache === 'boolean'
  return (
    isWhole && typeof fullPath === 'string' && /^\/[^/\\]/.test(fullPath) && typeof query === 'object' && query !== null
  )
}
