import { studentPages } from '@tongchuang/contract/paths.ts'

export type Tab = {
  /** Identifies this tab as it was drawn: reloading the tab gives it a new id. */
  id: number
  /** The page's own title; empty: what the table of routes calls it. */
  title: string
  /** The name of the route. */
  name: string
  /** Path with query. */
  fullPath: string
  query: Readonly<Record<string, string>>
  ignoreCache: boolean
}

export type Tabs = {
  list: readonly Tab[]
  /** The tab of the page that is shown; null where that page has none. */
  active: number | null
  /** The key of the last navigation that was recorded. */
  visit: string
}

/** The tab that is always there. */
export const first: Tab = {
  id: 0,
  title: '',
  name: 'Workplace',
  fullPath: studentPages.workplace,
  query: {},
  ignoreCache: false,
}

/** What a window begins with. */
export const noTabs: Tabs = { list: [first], active: null, visit: '' }
