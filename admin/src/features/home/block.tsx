import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './home-overview.module.css'

/** One list of the first page, with its count, which links to the whole list. */
export const Block = ({
  id,
  title,
  count,
  to,
  aside,
  children,
}: {
  id: string
  title: string
  count: string
  to?: string
  aside?: string
  children: ReactNode
}) => (
  <section aria-labelledby={id}>
    <h2 id={id} className={styles.title}>
      {title}
      {to ? <Link to={to}>{count}</Link> : <span>{count}</span>}
      {aside && <small>{aside}</small>}
    </h2>
    {children}
  </section>
)
