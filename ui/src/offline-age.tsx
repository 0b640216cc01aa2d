import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLanguage } from './language.ts'
import { formatRelative } from './time.ts'
import { useUiTexts } from './ui-texts.ts'
import { useNow } from './use-now.ts'

/** The age of what is shown: that of the oldest active answer in the query cache. */
export const OfflineAge = () => {
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
  return Number.isFinite(oldest) ? texts.offlineAge(formatRelative(oldest, language, now)) : null
}
