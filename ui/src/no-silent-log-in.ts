/** Kept for the tab where no log-in is to begin by itself. */
export const notSilently = 'no-silent-log-in'

/** Works on what is kept for this tab; `without` where that is closed to pages, as some apps do. */
export const stored = <T>(work: (storage: Storage) => T, without: T): T => {
  try {
    return work(sessionStorage)
  } catch {
    return without
  }
}

/** From now on no log-in begins by itself in this tab: somebody has logged out, or it was tried. */
export const forbidSilent = (): void => stored((storage) => storage.setItem(notSilently, '1'), undefined)
