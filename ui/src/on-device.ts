/** Asked for at each use: a browser that keeps nothing for a site refuses already to name the place. None without a document. */
type Place = () => Storage | null
const isBrowser = typeof document !== 'undefined'
const device: Place = () => (isBrowser ? localStorage : null)
const tab: Place = () => (isBrowser ? sessionStorage : null)

const words = (place: Place, name: string): string | null => {
  try {
    return place()?.getItem(name) ?? null
  } catch {
    return null
  }
}

const keep = (place: Place, name: string, kept: string | null): boolean => {
  try {
    if (kept === null) place()?.removeItem(name)
    else place()?.setItem(name, kept)
    return true
  } catch {
    return false // full or blocked
  }
}

/** The words this device keeps under a name; null where it keeps none. */
export const wordsOnDevice = (name: string): string | null => words(device, name)

/**
 * Keeps words on this device, or forgets them with null; false where it is full or blocked. That stops nobody: what is typed
 * is still on the page, and on its way to the server.
 */
export const keepWords = (name: string, kept: string | null): boolean => keep(device, name, kept)

/** The words this tab keeps under a name, until it is closed; null where it keeps none. */
export const wordsInTab = (name: string): string | null => words(tab, name)

/** Keeps words for this tab, or forgets them with null, in the same way. */
export const keepInTab = (name: string, kept: string | null): boolean => keep(tab, name, kept)

/** What this device keeps under a name, other than words; null where that is nothing, or cannot be read. */
export const keptOnDevice = <Kept>(name: string): Kept | null => {
  try {
    return JSON.parse(wordsOnDevice(name) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Keeps more than words on this device, or forgets it with null; a device that keeps nothing stops nobody. */
export const keepOnDevice = (name: string, what: object | null): boolean =>
  keepWords(name, what === null ? null : JSON.stringify(what))

/** The names below a common beginning under which this device keeps something. */
export const namesOnDevice = (beginning: string): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(beginning))
  } catch {
    return []
  }
}
