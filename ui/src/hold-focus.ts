import { bringFocusInView } from './focus-in-view.ts'
import { keepFocus } from './keep-focus.ts'

/** Keeps the focus near its place and in view, in one part that is loaded late. Returns a function that stops it. */
export const holdFocus = (before: readonly EventTarget[]): (() => void) => {
  const ends = [keepFocus(before), bringFocusInView()]
  return () => ends.forEach((end) => end())
}
