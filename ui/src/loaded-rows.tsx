import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { isShown } from './is-shown.ts'
import type { PagedRead } from './paged-read.ts'
import { useUiTexts } from './ui-texts.ts'

const rowsIn = (place: Element): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('li, tbody tr, article')]

/** Focuses what can be pressed first in a row, else the row. */
const focusRow = (row: HTMLElement): void => {
  const inside = [...row.querySelectorAll<HTMLElement>('a[href], button, input')].find((one) => isShown(one))
  if (!inside) row.tabIndex = -1
  const target = inside ?? row
  target.focus({ preventScroll: true })
}

const isButton = (one: Element | null) => one?.hasAttribute('data-more') === true

/**
 * Says that more has been loaded. For somebody who pressed the button, the focus goes on to the first row that has
 * come: on the button it would stand behind them all, and after the last page the button is gone.
 */
export const LoadedRows = ({ of, end }: { of: PagedRead; end: RefObject<Element | null> }) => {
  const texts = useUiTexts()
  const { isFetchingNextPage: loading, isFetchNextPageError: failed } = of
  const begun = useRef<{ place: Element | null; rows: Set<Element>; isPressed: boolean } | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  useLayoutEffect(() => {
    const { activeElement } = document
    const before = begun.current
    begun.current = null
    if (loading) {
      setLoaded(false)
      const place = end.current?.parentElement ?? null
      begun.current = { place, rows: new Set(place && rowsIn(place)), isPressed: isButton(activeElement) }
    } else if (before?.place && !failed) {
      setLoaded(true)
      const first = rowsIn(before.place).find((row) => !before.rows.has(row))
      const isHere = activeElement === document.body || isButton(activeElement)
      if (first && before.isPressed && isHere) focusRow(first)
    }
  }, [loading, failed, end])
  return <output className="vh">{isLoaded && texts.loadedMore}</output>
}
