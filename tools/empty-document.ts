import { afterAll, vi } from 'vitest'

// Set-up of each file of the units: the next one in the same process finds the real globals and clock, and the document and what a
// browser keeps empty.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (typeof document === 'undefined') return
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
})
