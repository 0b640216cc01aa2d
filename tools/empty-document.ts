import { afterAll, vi } from 'vitest'

// Set-up of each unit test file: the next file in the same process finds the real globals and clock, and an empty
// document and browser storage.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (typeof document === 'undefined') return
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
})
