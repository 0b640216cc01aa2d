import { afterAll } from 'vitest'

// Set-up of each file of the units: the next one in the same process finds the document and what a browser keeps empty.
afterAll(() => {
  if (typeof document === 'undefined') return
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
})
