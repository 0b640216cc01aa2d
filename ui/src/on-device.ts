/** The words this device keeps under a name; null where it keeps none. */
export const wordsOnDevice = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * Keeps words on this device, or forgets them with null. A device that is full or blocked stops nobody: what is typed is
 * still on the page, and on its way to the server.
 */
export const keepWords = (name: string, words: string | null): void => {
  try {
    if (words === null) localStorage.removeItem(name)
    else localStorage.setItem(name, words)
  } catch {
    // Full or blocked.
  }
}

/** What this device keeps under a name, other than words; null where that is nothing, or cannot be read. */
export const keptOnDevice = <Kept>(name: string): Kept | null => {
  try {
    return JSON.parse(wordsOnDevice(name) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Keeps more than words on this device, or forgets it with null; a device that keeps nothing stops nobody. */
export const keepOnDevice = (name: string, what: object | null): void =>
  keepWords(name, what === null ? null : JSON.stringify(what))

/** The names below a common beginning under which this device keeps something. */
export const namesOnDevice = (beginning: string): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(beginning))
  } catch {
    return []
  }
}
