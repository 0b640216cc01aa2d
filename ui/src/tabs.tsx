import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/**
 * Tabs whose parts have addresses of their own: the children are links, the current one with `aria-current`; counts are
 * in `<i>`.
 */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // If not all tabs fit, the current one is scrolled into view.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && current && nav.current.scrollWidth > nav.current.clientWidth) {
      nav.current.scrollLeft =
        current.offsetLeft - nav.current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
    }
  })
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
