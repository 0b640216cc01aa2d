/** The code of a log-in by an account elsewhere that this page was opened with. It stands behind the #, which is sent to nobody. */
export const entryInAddress = (): string | undefined =>
  typeof document === 'undefined' ? undefined : location.hash.split('#entry=')[1]

/** Takes the code out of the address bar and the history: before it is used, for it may be read over a shoulder. */
export const clearEntry = (): void => history.replaceState(history.state, '', location.pathname + location.search)
