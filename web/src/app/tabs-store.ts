import { studentSession } from '@tongchuang/ui/session.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { noTabs } from './no-tabs.ts'
import type { Tabs } from './no-tabs.ts'
import { keepInTab } from '@tongchuang/ui/on-device.ts'

/** The storage key of the tabs, which are kept for this window only and end with it. */
export const tabsKey = 'tabs'

/** The opened pages of this window: none until the frame has read what the window has kept. */
export const tabs = createStore<Tabs>(noTabs)

export const setTabs = (next: Tabs): void => {
  tabs.set(next)
  // Pages drawn during a log-out must leave nothing for the next person.
  if (studentSession.token() === null) return
  keepInTab(tabsKey, JSON.stringify(next.list))
}

/** Closes all tabs when the session ends (specification section 4). */
export const forgetTabs = (): void => {
  tabs.set(noTabs)
  keepInTab(tabsKey, null)
}
