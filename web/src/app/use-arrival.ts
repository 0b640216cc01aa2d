import { pageTitle } from '@tongchuang/ui/page-title.ts'
import { useStore } from '@tongchuang/ui/store.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import type { Row } from './table.ts'

/** Moves the focus to the heading of the page, now or when it comes. Returns how to give up. */
const focusHeading = (): (() => void) => {
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
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

/**
 * Names the document after the page, and on arriving at another page says its title and focuses its heading.
 * A page that only corrects its own address navigates with `state: { quiet: true }`.
 */
export const useArrival = (siteName: string): string => {
  const location = useLocation()
  const texts = useTexts()
  const own = useStore(pageTitle)
  const meta = useMatches().at(-1)?.handle as Row['meta'] | undefined
  const [announced, setAnnounced] = useState('')
  const last = useRef(location.pathname)
  const browserPath = typeof window === 'undefined' ? '' : window.location.pathname
  const title = own?.path === browserPath ? own.title : meta ? texts.shell.titles[meta.locale] : ''

  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName
    setAnnounced((before) => (before === '' ? before : title))
  }, [title, siteName])

  const quiet = (location.state as { quiet?: boolean } | null)?.quiet === true
  useEffect(() => {
    if (last.current === location.pathname) return
    last.current = location.pathname
    if (quiet) return
    setAnnounced(document.title)
    return focusHeading()
  }, [location.pathname, quiet])

  return announced
}
