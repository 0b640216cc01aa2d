import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './load-more.module.css'
import { useUiTexts } from './ui-texts.ts'

/** The end of a list that has more: loads it when it comes into view, and by its button. */
export const LoadMore = ({ hasMore, loading, onMore }: { hasMore: boolean; loading: boolean; onMore: () => void }) => {
  const texts = useUiTexts()
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)

  useEffect(() => {
    const element = end.current
    // A browser without observers has the button.
    if (!element || !hasMore || loading || typeof IntersectionObserver === 'undefined') return
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) more()
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [hasMore, loading])

  if (!hasMore) return null
  return (
    <div ref={end} className={`${styles.more} no-print`}>
      <Button busy={loading} onClick={onMore}>
        {loading ? texts.loadingMore : texts.more}
      </Button>
    </div>
  )
}
