import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The title a page has given itself, and for which address. */
export const pageTitle = createStore<{ path: string; title: string } | null>(null)

/** Names a page after what it shows; without it the page is called as in the table of routes. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title) pageTitle.set({ path: location.pathname, title })
  }, [title])
}
