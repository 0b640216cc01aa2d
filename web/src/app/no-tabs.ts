import type { Tab, Tabs } from './tabs.ts'

/** The tab that is always there. */
export const first: Tab = {
  id: 0,
  title: '',
  name: 'Workplace',
  fullPath: '/dashboard/workplace',
  query: {},
  ignoreCache: false,
}

/** What a window begins with. */
export const noTabs: Tabs = { list: [first], active: null, visit: '' }
