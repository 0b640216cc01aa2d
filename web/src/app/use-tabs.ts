import { pageTitle } from '@tongchuang/ui/page-title.ts'
import { useStore } from '@tongchuang/ui/store.ts'
import { useLayoutEffect, useMemo } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { keptTabs, setTabs, tabs as store } from './tabs-store.ts'
import { arrive, rename, tabsFrom } from './tabs.ts'
import type { Tabs } from './no-tabs.ts'
import { useCurrent } from './use-menu.ts'

// Once in a visit: the pages before the log-in do without.
store.set(tabsFrom(keptTabs()))

/** The opened pages, with the current page recorded; without the tab bar nothing is recorded. */
export const useTabs = (isOn: boolean): Tabs | null => {
  const before = useStore(store)
  const own = useStore(pageTitle)
  const { key, pathname, search } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const { name, meta } = useCurrent()

  const now = useMemo(() => {
    if (!isOn) return null
    const arrived = arrive(before, {
      key,
      name,
      fullPath: pathname + search,
      query: Object.fromEntries(new URLSearchParams(search)),
      ignoreCache: meta?.ignoreCache === true,
      noAffix: meta?.noAffix === true,
      replaced: isReplaced,
    })
    // The title is stored under the address the browser shows, including the base path of the site.
    return arrived.active !== null && own?.path === globalThis.location.pathname
      ? rename(arrived, arrived.active, own.title)
      : arrived
  }, [isOn, before, key, name, pathname, search, meta, isReplaced, own])

  useLayoutEffect(() => {
    if (now && now !== store.get()) setTabs(now)
  }, [now])
  return now
}
