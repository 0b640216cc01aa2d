import { studentSession } from '@tongchuang/ui/session.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { noTabs } from './no-tabs.ts'
import type { Tabs } from './no-tabs.ts'
import { keepInTab, wordsInTab } from '@tongchuang/ui/on-device.ts'

/** The storage key of the tabs, which are kept for this window only and end with it. */
const tabsKey = 'tabs'

/** The opened pages of this window: none until the frame has read what the window has kept. */
export const tabs = createStore<Tabs>(noTabs)

// A window may be opened again after somebody else has logged in: the list is marked with its session.
const ownerNow = () => studentSession.token()?.slice(0, 8)

export const setTabs = (next: Tabs): void => {
  tabs.set(next)
  const owner = ownerNow()
  // Pages drawn during a log-out must leave nothing for the next person.
  if (owner) keepInTab(tabsKey, owner + JSON.stringify(next.list))
}

/** The list that this window has kept in this session, as it is stored; null for that of another person. */
export const keptTabs = (): string | null => {
  const [owner, kept] = [ownerNow(), wordsInTab(tabsKey)]
  return owner && kept?.startsWith(owner) ? kept.slice(owner.length) : null
}

/** Closes all tabs when the session ends (specification section 4). */
export const forgetTabs = (): void => {
  tabs.set(noTabs)
  keepInTab(tabsKey, null)
}
