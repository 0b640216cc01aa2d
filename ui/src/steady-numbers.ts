/**
 * Keeps the wheel, which is meant for the page, from changing the number in the field it happens to be over: a browser
 * changes one only while its field has the focus.
 */
export const steadyNumbers = (): (() => void) => {
  const leave = ({ target }: WheelEvent) => {
    if (target instanceof HTMLInputElement && target.type === 'number' && target === document.activeElement)
      target.blur()
  }
  document.addEventListener('wheel', leave, { capture: true, passive: true })
  return () => document.removeEventListener('wheel', leave, { capture: true })
}
