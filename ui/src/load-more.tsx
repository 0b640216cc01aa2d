import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { isShown } from './is-shown.ts'
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

const rowsIn = (place: Element): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('li, tbody tr, article')]

/** Focuses what can be pressed first in a row, else the row. */
const focusRow = (row: HTMLElement): void => {
  const inside = [...row.querySelectorAll<HTMLElement>('a[href], button, input')].find((one) => isShown(one))
  if (!inside) row.tabIndex = -1
  const target = inside ?? row
  target.focus({ preventScroll: true })
}

/**
 * Says that more has been loaded. For somebody who pressed the button, the focus goes on to the first row that has
 * come: on the button it would stand behind them all, and after the last page the button is gone.
 */
const useLoaded = ({ isFetchingNextPage: loading, isFetchNextPageError: failed }: PagedRead) => {
  const pressed = useRef<{ place: Element; rows: Set<Element> } | null>(null)
  const wasLoading = useRef(false)
  const [isLoaded, setLoaded] = useState(false)
  useLayoutEffect(() => {
    if (loading || wasLoading.current) setLoaded(!loading && !failed)
    const isOver = wasLoading.current && !loading
    wasLoading.current = loading
    if (!isOver) return
    const { activeElement } = document
    const before = pressed.current
    pressed.current = null
    if (!before || failed) return
    const first = rowsIn(before.place).find((row) => !before.rows.has(row))
    const isHere = activeElement === document.body || activeElement?.hasAttribute('data-more') === true
    if (first && isHere) focusRow(first)
  }, [loading, failed])
  const noteRows = (place: Element | null | undefined): void => {
    pressed.current = place ? { place, rows: new Set(rowsIn(place)) } : null
  }
  return { isLoaded, noteRows }
}

/**
 * The end of a list that has more: loads the next page when it comes into view or by its button; after a failure only
 * by the button.
 */
export const LoadMore = ({ of }: { of: PagedRead }) => {
  const texts = useUiTexts()
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void of.fetchNextPage())
  const { isLoaded, noteRows } = useLoaded(of)
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

  const press = () => {
    noteRows(end.current?.parentElement)
    void of.fetchNextPage()
  }
  if (!hasNextPage && !isLoaded) return null
  return (
    <>
      <output className="vh">{isLoaded && texts.loadedMore}</output>
      {hasNextPage && (
        <div ref={end} className={`${styles.more} no-print`}>
          {failed && !loading ? (
            <RegionError error={of.error} onRetry={press} />
          ) : (
            <Button data-more busy={loading} onClick={press}>
              {loading ? texts.loadingMore : texts.more}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
