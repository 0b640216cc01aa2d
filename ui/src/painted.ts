/**
 * A page painted into the document before any script has run (`web/src/painted.tsx`). Text typed and buttons pressed
 * before the site takes over are not lost.
 */
import { useSyncExternalStore } from 'react'

const mark = 'data-painted'
/** The attribute `web/src/start.ts` sets on a button that is pressed too early. */
const pressed = 'data-pressed'

/** A control of the painted page; null once it has been taken over. */
export const paintedInput = (selector: string): HTMLInputElement | null =>
  typeof document === 'undefined' ? null : document.querySelector(`[${mark}] ${selector}`)

/**
 * A value that was unknown when the page was painted: during the takeover it is the painted one, then the current one.
 */
export const useSincePaint = <Value>(value: Value, painted: Value): Value =>
  useSyncExternalStore(
    () => () => undefined,
    () => value,
    () => painted,
  )

/** Ends the painted state of the page and repeats the presses made before. */
export const takeOver = (): void => {
  const root = document.querySelector(`[${mark}]`)
  root?.removeAttribute(mark)
  for (const button of root?.querySelectorAll<HTMLElement>(`[${pressed}]`) ?? []) {
    button.removeAttribute(pressed)
    button.click()
  }
}
