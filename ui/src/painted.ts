/**
 * A page that stands in the document before any script has run (`web/src/painted.tsx`). Whoever is quick has typed and pressed
 * in it by the time the site takes it over: nothing of that is lost.
 */
import { useSyncExternalStore } from 'react'

const mark = 'data-painted'
/** What `web/src/start.ts` notes on a button that is pressed too early. */
const pressed = 'data-pressed'

/** A control of the painted page, while it has not been taken over. */
export const paintedInput = (selector: string): HTMLInputElement | null =>
  typeof document === 'undefined' ? null : document.querySelector(`[${mark}] ${selector}`)

/** A value that was not known when the page was painted: while it is taken over it is what it was then. */
export const useSincePaint = <Value>(value: Value, painted: Value): Value =>
  useSyncExternalStore(
    () => () => undefined,
    () => value,
    () => painted,
  )

/** The page is alive: what was pressed before is pressed now. */
export const takeOver = (): void => {
  const root = document.querySelector(`[${mark}]`)
  root?.removeAttribute(mark)
  for (const button of root?.querySelectorAll<HTMLElement>(`[${pressed}]`) ?? []) {
    button.removeAttribute(pressed)
    button.click()
  }
}
