/** The key stored for a tab in which no log-in may begin by itself. */
export const notSilently = 'no-silent-log-in'

/** Works on the storage of this tab; returns `without` if that is blocked, as in some apps. */
export const stored = <T>(work: (storage: Storage) => T, without: T): T => {
  try {
    return work(sessionStorage)
  } catch {
    return without
  }
}

/** Forbids automatic log-ins in this tab from now on: somebody has logged out, or one was tried. */
export const forbidSilent = (): void => stored((storage) => storage.setItem(notSilently, '1'), undefined)
