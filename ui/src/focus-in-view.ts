const isCovered = (one: Element): boolean => {
  const { left, top, width, height } = one.getBoundingClientRect()
  const above = document.elementFromPoint(left + Math.min(width, 8) / 2, top + height / 2)
  return above !== null && !one.contains(above) && !above.contains(one)
}

/**
 * What the keyboard reaches is not left under a bar. A browser moves what is out of the window, and stops at its edge; what
 * is in the window already, but under a bar, it leaves there.
 */
export const bringFocusInView = (): (() => void) => {
  const look = () => {
    const one = document.activeElement
    // How far it has to stand from the edges is its scroll-margin.
    if (one?.matches('main :focus-visible') && isCovered(one)) one.scrollIntoView({ block: 'nearest' })
  }
  // The browser's own move comes first.
  const afterwards = () => requestAnimationFrame(look)
  document.addEventListener('focusin', afterwards)
  return () => document.removeEventListener('focusin', afterwards)
}
