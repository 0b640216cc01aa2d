import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from './button.tsx'
import { useLanguage } from './language.ts'
import { useOnline } from './online.ts'
import { readsClient } from './reads.ts'
import styles from './slow-reads.module.css'
import { useStore } from './store.ts'
import { slowTextsOf } from './texts/slow.ts'

const slowAfter = 8000

/** Whether a part of the page is not drawn before this read is answered. */
const isAwaited = (query: Query): boolean =>
  query.isActive() &&
  query.state.fetchStatus === 'fetching' &&
  (query.state.data === undefined ||
    // Older data is not shown where a page asks for a fresh answer at every visit.
    query.observers.some(
      (one) => one.options.refetchOnMount === 'always' && !one.getCurrentResult().isFetchedAfterMount,
    ))

/** The awaited reads that have had no answer for long. */
const useSlow = (): readonly Query[] => {
  const cache = useQueryClient().getQueryCache()
  const [slow, setSlow] = useState<readonly Query[]>([])
  useEffect(() => {
    const since = new Map<Query, number>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const awaited = cache.getAll().filter(isAwaited)
      for (const query of since.keys()) if (!awaited.includes(query)) since.delete(query)
      const now = Date.now()
      for (const query of awaited) if (!since.has(query)) since.set(query, now)
      const next = awaited.filter((query) => now - (since.get(query) ?? now) >= slowAfter)
      setSlow((before) => (before.length === 0 && next.length === 0 ? before : next))
      if (next.length < awaited.length) timer = setTimeout(look, 1000)
    }
    look()
    const deaf = cache.subscribe(look)
    return () => {
      clearTimeout(timer)
      deaf()
    }
  }, [cache])
  return slow
}

/**
 * Says that a read has had no answer for long, and offers to ask again: a call has no time limit, and a server or proxy
 * that accepts it and is silent would leave a page loading for ever.
 */
export const SlowReads = () => {
  const client = useQueryClient()
  const texts = slowTextsOf[useLanguage()]
  const isOnline = useOnline()
  const slow = useSlow()
  const isShown = isOnline && slow.length > 0
  const askAgain = () => {
    for (const { queryKey } of slow) {
      const which = { queryKey, exact: true }
      void client.cancelQueries(which).then(() => client.refetchQueries(which))
    }
  }
  return (
    <div className={isShown ? styles.notice : 'vh'}>
      <output>{isShown && texts.slow}</output>
      {isShown && (
        <Button size="small" tone="text" onClick={askAgain}>
          {texts.again}
        </Button>
      )}
    </div>
  )
}

const OfSite = () => {
  const client = useStore(readsClient)
  return (
    client && (
      <QueryClientProvider client={client}>
        <SlowReads />
      </QueryClientProvider>
    )
  )
}

/**
 * Draws it beside the pages, from now on: no page waits for what only a slow one needs. Not on paper: behind a page
 * with a paper of its own, an empty place would be one more sheet.
 */
export const drawSlowReads = (): void => {
  const place = Object.assign(document.createElement('div'), { className: 'no-print' })
  createRoot(document.body.appendChild(place)).render(<OfSite />)
}
