import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The title a page has given itself, and for which address. */
export const pageTitle = createStore<{ path: string; title: string } | null>(null)

/** Names a page after what it shows; without it the page is called as in the table of routes. */
export const usePageTitle = (title: string | undefined): void => {
  // A page may correct its own address or change a part of it; the title follows.
  const path = globalThis.location?.pathname ?? ''
  useEffect(() => {
    if (title) pageTitle.set({ path, title })
  }, [title, path])
}

/** A title with the filters chosen on the page, so that two tabs of the same page can be told apart. */
export const titleWith = (title: string, chosen: readonly (string | false | undefined)[]): string =>
  [title, ...chosen.filter(Boolean)].join(' · ')
