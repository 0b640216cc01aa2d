import { useEffect } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

/** The change the router is still working on: what comes right behind it builds on it. */
let underWay: { path: string; search: string } | null = null

/** What the address says behind its question mark, and a way to change some of it; an empty value goes. */
export const useAddressQuery = () => {
  const [query, setQuery] = useSearchParams()
  useEffect(() => {
    underWay = null
  }, [query])
  const change = (
    changes: Readonly<Record<string, string | null | undefined>>,
    how: NavigateOptions = { replace: true },
  ): void => {
    // Not from `query`: what the page was last drawn with may be one change behind, which would undo that change.
    const { pathname, search } = window.location
    const next = new URLSearchParams(underWay?.path === pathname ? underWay.search : search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    underWay = { path: pathname, search: next.toString() }
    setQuery(next, { ...how, preventScrollReset: true })
  }
  return { query, change }
}
