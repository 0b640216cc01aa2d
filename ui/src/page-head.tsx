import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/**
 * The head of a page of the admin site: the title, the actions for the whole page at the right, and in `lead` the
 * purpose of the page.
 */
export const PageHead = ({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) => (
  <header className={styles.head}>
    <h1>{title}</h1>
    {lead && <p className={styles.lead}>{lead}</p>}
    {children && <div className={styles.actions}>{children}</div>}
  </header>
)
