import { topLayer } from '@tongchuang/ui/toast.ts'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

// The heading that has the focus until the next work is shown.
let keeper: HTMLElement | null = null

/**
 * When a decided work disappears with the focused element, the next work takes the focus. Until it is shown, the
 * heading of the page has it; on the body, keyboard navigation would restart at the top. The work also takes it when
 * the form disappears with it, because somebody else has the work.
 */
export const useHandedFocus = (hasForm: boolean): RefObject<HTMLElement | null> => {
  const part = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const own = part.current
    if (keeper && keeper === document.activeElement) own?.focus({ preventScroll: true })
    keeper = null
    return () => {
      const holds = [own, own?.nextElementSibling].some((one) => one?.contains(document.activeElement))
      keeper = holds ? (own?.parentElement?.querySelector<HTMLElement>('h1') ?? null) : null
      keeper?.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    if (!hasForm) return
    const own = part.current
    return () => {
      if (document.activeElement === document.body && !topLayer.get()) own?.focus({ preventScroll: true })
    }
  }, [hasForm])
  return part
}
