import { useSearchParams, type NavigateOptions } from 'react-router'

/** What the address says behind its question mark, and a way to change some of it; an empty value goes. */
export const useAddressQuery = () => {
  const [query, setQuery] = useSearchParams()
  const change = (changes: Readonly<Record<string, string | null | undefined>>, how: NavigateOptions = { replace: true }): void => {
    // Read anew: what the page was last drawn with may be one change behind, which would undo that change.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setQuery(next, { ...how, preventScrollReset: true })
  }
  return { query, change }
}
