import { Activity, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, useLocation, useNavigationType, useOutlet } from 'react-router'
import type { Location } from 'react-router'
import { keep } from './kept-pages.ts'
import type { Kept } from './kept-pages.ts'

/** Of a navigation to a tab: the page is found where it was left, not at its top. */
export type TabState = { tab?: true } | null

/** Scroll positions by tab: recorded while a page is shown and restored when its tab is opened again. */
const useScroll = (tab: number | null, isReturn: boolean) => {
  const places = useRef(new Map<number, number>())
  useLayoutEffect(() => {
    if (tab === null) return
    const known = places.current
    if (isReturn) scrollTo(0, known.get(tab) ?? 0)
    const note = () => void known.set(tab, scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [tab, isReturn])
}

/**
 * The current page and, hidden behind it, the pages of other tabs. A hidden page keeps the address at which it was
 * left, so that nothing in it follows the navigation of the shown page.
 */
export const PagesShown = ({
  tab,
  open,
  ignoreCache,
}: {
  tab: number | null
  open: readonly number[]
  ignoreCache: boolean
}) => {
  const outlet = useOutlet()
  const location = useLocation()
  const navigationType = useNavigationType()
  const where = useMemo(() => ({ location, navigationType, key: location.key }), [location, navigationType])
  const [pages, setPages] = useState<readonly Kept<typeof where>[]>([])
  const next = keep(pages, { tab, where, outlet, ignoreCache, open })
  if (next !== pages) setPages(next)
  useScroll(tab, (location.state as TabState)?.tab === true)

  return next
    .toSorted((a, b) => a.slot - b.slot)
    .map((page) => (
      <Activity key={page.slot} mode={page === next.at(-1) ? 'visible' : 'hidden'}>
        <LocationContext value={page.where as { location: Location; navigationType: typeof navigationType }}>
          {page.outlet}
        </LocationContext>
      </Activity>
    ))
}
