/**
 * Gives a page opened by its address a key of its own in the history, before the router reads it: the scroll position
 * is stored under that key. Back, forward and a reload restore the position; the same address opened anew begins at the
 * top.
 */
export const nameEntry = (): void => {
  const state = (history.state ?? {}) as { key?: string }
  if (!state.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '')
}
