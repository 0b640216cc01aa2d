/** Looked up at each use: a browser that blocks storage for a site throws on mere access. Null without a document. */
type WebStorage = () => Storage | null
const isBrowser = typeof document !== 'undefined'
const device: WebStorage = () => (isBrowser ? localStorage : null)
const tab: WebStorage = () => (isBrowser ? sessionStorage : null)

const words = (storage: WebStorage, name: string): string | null => {
  try {
    return storage()?.getItem(name) ?? null
  } catch {
    return null
  }
}

const keep = (storage: WebStorage, name: string, kept: string | null): boolean => {
  try {
    if (kept === null) storage()?.removeItem(name)
    else storage()?.setItem(name, kept)
    return true
  } catch {
    return false // full or blocked
  }
}

/** The text stored on this device under a name; null if there is none. */
export const wordsOnDevice = (name: string): string | null => words(device, name)

/**
 * Stores text on this device, or removes it with null; false if storage is full or blocked. That blocks nobody: what is
 * typed is still on the page, and on its way to the server.
 */
export const keepWords = (name: string, kept: string | null): boolean => keep(device, name, kept)

/** The text stored for this tab under a name, until it is closed; null if there is none. */
export const wordsInTab = (name: string): string | null => words(tab, name)

/** Stores text for this tab, or removes it with null, in the same way. */
export const keepInTab = (name: string, kept: string | null): boolean => keep(tab, name, kept)

/** The JSON value stored on this device under a name; null if there is none or it cannot be read. */
export const keptOnDevice = <Kept>(name: string): Kept | null => {
  try {
    return JSON.parse(wordsOnDevice(name) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Stores an object on this device, or removes it with null; full or blocked storage is ignored. */
export const keepOnDevice = (name: string, what: object | null): boolean =>
  keepWords(name, what === null ? null : JSON.stringify(what))

/** The names with a common prefix under which this device stores something. */
export const namesOnDevice = (beginning: string): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(beginning))
  } catch {
    return []
  }
}
