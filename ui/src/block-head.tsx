import type { ReactNode } from 'react'
import styles from './block-head.module.css'

/** The heading of a block of a page; `more` is the link to the full list. */
export const BlockHead = ({ id, more, children }: { id: string; more?: ReactNode; children: ReactNode }) => (
  <h2 id={id} className={styles.head}>
    {children}
    {more}
  </h2>
)
