import { steadyNumbers } from './steady-numbers.ts'

const isCovered = (one: Element): boolean => {
  const { left, top, width, height } = one.getBoundingClientRect()
  const above = document.elementFromPoint(left + Math.min(width, 8) / 2, top + height / 2)
  return above !== null && !one.contains(above) && !above.contains(one)
}

/**
 * Keeps the focused element from staying under a bar. A browser scrolls an element into the window only as far as its
 * edge, and leaves one that is inside the window but under a bar. Whoever scrolls away from a number leaves its field.
 */
export const bringFocusInView = (): (() => void) => {
  const look = () => {
    const one = document.activeElement
    // The distance to the edges is the element's scroll-margin.
    if (one?.matches('main :focus-visible') && isCovered(one)) one.scrollIntoView({ block: 'nearest' })
  }
  // Waits until the browser has scrolled.
  const afterwards = () => requestAnimationFrame(look)
  document.addEventListener('focusin', afterwards)
  const letGo = steadyNumbers()
  return () => {
    letGo()
    document.removeEventListener('focusin', afterwards)
  }
}
