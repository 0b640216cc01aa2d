import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { lazyDecoration } from './lazy-part.tsx'
import styles from './load-more.module.css'
import type { PagedRead } from './paged-read.ts'
import { RegionError } from './region-error.tsx'
import { useUiTexts } from './ui-texts.ts'

// Loaded for lists that have more; without it there is only the button.
const LoadedRows = lazyDecoration(() => import('./loaded-rows.tsx').then((module) => module.LoadedRows))

type Props = {
  of: PagedRead
  /** By the button only, so that what stands below the list can be reached. */
  isByButton?: boolean
  className?: string | undefined
  /** The words of the button while it waits, and its look. */
  label?: string
  button?: Pick<ComponentProps<typeof Button>, 'tone' | 'size'>
}

/**
 * The end of a list that has more: loads the next page when it comes into view or by its button; after a failure only
 * by the button.
 */
export const LoadMore = ({ of, isByButton = false, className = styles.more, label, button }: Props) => {
  const texts = useUiTexts()
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void of.fetchNextPage())
  const [isLong, setLong] = useState(false)
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed } = of

  useEffect(() => {
    const element = end.current
    // A browser without IntersectionObserver has the button only.
    const isWatched = !isByButton && typeof IntersectionObserver !== 'undefined'
    if (!element || !hasNextPage || loading || failed || !isWatched) return
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) more()
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [hasNextPage, loading, failed, isByButton])

  // Also after the last page: what it says about that page is still to be heard.
  if (hasNextPage && !isLong) setLong(true)
  if (!isLong) return null
  const press = () => void of.fetchNextPage()
  return (
    <>
      <Suspense>
        <LoadedRows of={of} end={end} />
      </Suspense>
      {hasNextPage && (
        <div ref={end} className={`${className} no-print`}>
          {failed && !loading ? (
            <RegionError error={of.error} onRetry={press} />
          ) : (
            <Button {...button} data-more busy={loading} onClick={press}>
              {loading ? texts.loadingMore : (label ?? texts.more)}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
