import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/** Parts of a page, each with an address of its own: the children are links, the current one with `aria-current`; counts go into `<i>`. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
)
