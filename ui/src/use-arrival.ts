import { useEffect, useRef, useState } from 'react'
import { isShown } from './is-shown.ts'

/** Focuses the heading of the page, now or when it appears. Returns a function that stops waiting. */
const focusHeading = (): (() => void) => {
  const attempt = () => {
    // Pages of other tabs are in the document too, but hidden.
    const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((one) => isShown(one))
    if (!heading) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (attempt()) return () => undefined
  const watcher = new MutationObserver(() => {
    if (attempt()) watcher.disconnect()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => watcher.disconnect(), 5000)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

type Arrival = {
  /** The title of the current page; '' until it has one. */
  title: string
  siteName: string
  pathname: string
  /** Whether the page only corrects its own address, so that nothing is announced. */
  quiet: boolean
}

/**
 * Sets the title of the document, and on arrival at another page focuses its heading; returns the title to announce.
 */
export const useArrival = ({ title, siteName, pathname, quiet }: Arrival): string => {
  const [announced, setAnnounced] = useState('')
  const last = useRef(pathname)

  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName
    setAnnounced((before) => (before === '' ? before : title))
  }, [title, siteName])

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (quiet) return
    setAnnounced(document.title)
    return focusHeading()
  }, [pathname, quiet])

  return announced
}
