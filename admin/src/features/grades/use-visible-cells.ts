import { usePrinting } from '@tongchuang/ui/use-printing.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'

/** The height of each row, in pixels. */
export const rowHeight = 36
/** The width of each column if there are many, in pixels. */
export const columnWidth = 148
/** The number of columns that are legible on a landscape sheet. */
export const MOST_ON_PAPER = 40
/** With more columns, only visible ones are rendered: 40 columns and 30 rows are over a thousand cells. */
export const MANY_COLUMNS = MOST_ON_PAPER
// Rows and columns drawn beyond the visible ones.
const SPARE = 8

/** The range of columns to draw: the visible ones, or all if there are few; on paper, as many as are legible. */
const columnsIn = ({ left, width }: { left: number; width: number }, columns: number, isPrinting: boolean) => {
  if (columns <= MANY_COLUMNS) return { start: 0, stop: columns }
  if (isPrinting) return { start: 0, stop: MOST_ON_PAPER }
  return {
    start: Math.max(0, Math.floor(left / columnWidth) - SPARE),
    stop: Math.min(columns, Math.ceil((left + width) / columnWidth) + SPARE),
  }
}

/**
 * The rows and columns to draw in a scrolling box: the visible ones and a few more, all rows on paper. Requests more
 * rows at the end. `total`: the rows there are; null where there are more than were counted.
 */
export const useVisibleCells = (
  box: RefObject<HTMLElement | null>,
  { count, total, columns, onEnd }: { count: number; total: number | null; columns: number; onEnd: () => void },
) => {
  const [view, setView] = useState({ top: 0, height: 800, left: 0, width: 1280 })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () =>
      setView({
        top: element.scrollTop,
        height: element.clientHeight,
        left: element.scrollLeft,
        width: element.clientWidth,
      })
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])

  const isPrinting = usePrinting()
  const first = isPrinting ? 0 : Math.max(0, Math.floor(view.top / rowHeight) - SPARE)
  const last = isPrinting ? count : Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + SPARE)
  useEffect(() => {
    if (last >= count && (total === null || count < total)) end()
  }, [last, count, total])
  // With the two rows of heads; -1 says that the number is not known.
  const rowCount = total === null ? -1 : total + 2
  return { view, first, last, rowCount, ...columnsIn(view, columns, isPrinting) }
}
