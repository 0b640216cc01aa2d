/**
 * Gives a page that was opened by its address a key of its own in the history, before the router looks: under that key it
 * keeps how far the page was read. Back, forward and a reload find it again; the same address opened anew begins at its top.
 */
export const nameEntry = (): void => {
  const state = (history.state ?? {}) as { key?: string }
  if (!state.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '')
}
