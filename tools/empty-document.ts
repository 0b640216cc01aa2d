import { afterAll, vi } from 'vitest'

const begin = typeof document === 'undefined' ? null : location.href

/** The document and the storage of a browser that was just opened. */
const emptyDocument = (): void => {
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  history.replaceState(null, '', begin)
  localStorage.clear()
  sessionStorage.clear()
}

// Set-up of each unit test file: the next file in the same process finds the real globals and clock, and an empty
// document and browser storage.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (begin !== null) emptyDocument()
})
