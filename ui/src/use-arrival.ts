import { useEffect, useRef, useState } from 'react'

/** Moves the focus to the heading of the page, now or when it comes. Returns how to give up. */
const focusHeading = (): (() => void) => {
  const attempt = () => {
    // Pages of other tabs are there as well, unseen.
    const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((one) => one.checkVisibility())
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
  /** Of the page that is shown; '' until it has one. */
  title: string
  siteName: string
  pathname: string
  /** The page only corrects its own address. */
  quiet: boolean
}

/** Names the document after the page, and on arriving at another page says its title and focuses its heading. */
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
