import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLanguage } from './language.ts'
import { formatRelative } from './time.ts'
import { useUiTexts } from './ui-texts.ts'
import { useNow } from './use-now.ts'

/**
 * Says how high the banner is: pages that fill the window have that much less, and what sticks at the top is below it.
 */
const useBannerHeight = () => {
  const inside = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const banner = inside.current?.closest('output')
    if (!banner) return
    const { style } = document.documentElement
    const measure = () => {
      const { height } = banner.getBoundingClientRect()
      style.setProperty('--offline', `${Math.ceil(height)}px`)
    }
    const watcher = new ResizeObserver(measure)
    watcher.observe(banner)
    return () => {
      watcher.disconnect()
      style.removeProperty('--offline')
    }
  }, [])
  return inside
}

/** The age of what is shown: that of the oldest active answer in the query cache. */
export const OfflineAge = () => {
  const inside = useBannerHeight()
  const texts = useUiTexts()
  const language = useLanguage()
  const now = useNow(30)
  const cache = useQueryClient().getQueryCache()
  const oldest = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      Math.min(
        ...cache
          .getAll()
          // Data that never becomes stale is renewed by whatever changes it.
          .filter((one) => one.isActive() && one.state.data !== undefined && !one.isStatic())
          .filter(({ observers }) => observers.some(({ options }) => options.staleTime !== Infinity))
          .map(({ state }) => state.dataUpdatedAt),
      ),
  )
  return <span ref={inside}>{Number.isFinite(oldest) && texts.offlineAge(formatRelative(oldest, language, now))}</span>
}
