import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './load-more.module.css'
import { RegionError } from './region-error.tsx'
import { useUiTexts } from './ui-texts.ts'

/** The result of a paged query, as far as it is used here. */
export type PagedRead = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

/**
 * The end of a list that has more: loads the next page when it comes into view or by its button; after a failure only
 * by the button.
 */
export const LoadMore = ({ of }: { of: PagedRead }) => {
  const texts = useUiTexts()
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void of.fetchNextPage())
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed } = of

  useEffect(() => {
    const element = end.current
    // A browser without IntersectionObserver has the button only.
    if (!element || !hasNextPage || loading || failed || typeof IntersectionObserver === 'undefined') return
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) more()
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [hasNextPage, loading, failed])

  if (!hasNextPage) return null
  return (
    <div ref={end} className={`${styles.more} no-print`}>
      {failed && !loading ? (
        <RegionError error={of.error} onRetry={() => void of.fetchNextPage()} />
      ) : (
        <Button busy={loading} onClick={() => void of.fetchNextPage()}>
          {loading ? texts.loadingMore : texts.more}
        </Button>
      )}
    </div>
  )
}
