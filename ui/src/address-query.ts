import { useEffect } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

/** The change the router is still applying; a change that follows immediately builds on it. */
let underWay: { path: string; search: string } | null = null

/** The query of the address, and a function that changes parts of it; an empty value removes its name. */
export const useAddressQuery = () => {
  const [query, setQuery] = useSearchParams()
  useEffect(() => {
    underWay = null
  }, [query])
  const change = (
    changes: Readonly<Record<string, string | null | undefined>>,
    how: NavigateOptions = { replace: true },
  ): void => {
    // `query` belongs to the last render and may be one change behind, so using it here could undo that change.
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
