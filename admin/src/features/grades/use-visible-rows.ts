import { usePrinting } from '@tongchuang/ui/use-printing.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'

/** Of each row, in pixels. */
export const rowHeight = 36
// Rows drawn above and below those in sight.
const SPARE = 8

/** The rows in sight of a box that scrolls, and some more; all of them on paper. Asks for more at their end. */
export const useVisibleRows = (
  box: RefObject<HTMLElement | null>,
  { count, total, onEnd }: { count: number; total: number; onEnd: () => void },
) => {
  const [view, setView] = useState({ top: 0, height: 800 })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
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
    if (last >= count && count < total) end()
  }, [last, count, total])
  return { view, first, last }
}
