import { useLayoutEffect, useRef, type RefObject } from 'react'

// The heading that has the focus until the next work is there.
let keeper: HTMLElement | null = null

/**
 * A work that is decided goes, and with it what had the focus: the one that comes has it then. Until it is there the heading
 * of the page does; on the page itself a keyboard would begin at the top again.
 */
export const useHandedFocus = (): RefObject<HTMLElement | null> => {
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
  return part
}
