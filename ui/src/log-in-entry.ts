/**
 * The code of a provider log-in in the address of this page. It stands behind the #, which is never sent to a server.
 */
export const entryInAddress = (): string | undefined =>
  typeof document === 'undefined' ? undefined : location.hash.split('#entry=')[1]

/** Takes the code out of the address bar and the history: before it is used, for it may be read over a shoulder. */
export const clearEntry = (): void => history.replaceState(history.state, '', location.pathname + location.search)
