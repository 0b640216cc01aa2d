import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The title a page has given itself, and for which address. */
export const pageTitle = createStore<{ path: string; title: string } | null>(null)

/** Names a page after what it shows; without it the page is called as in the table of routes. */
export const usePageTitle = (title: string | undefined): void => {
  // A page may put its own address right, or change a part of it: the title goes along.
  const path = globalThis.location?.pathname ?? ''
  useEffect(() => {
    if (title) pageTitle.set({ path, title })
  }, [title, path])
}
