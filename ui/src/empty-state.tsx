import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** An empty list: what would be here and one thing to do. The drawing is an empty desk, or a paper plane where a filter finds nothing. */
export const EmptyState = ({
  title,
  children,
  action,
  picture = 'desk',
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  picture?: 'desk' | 'plane'
}) => (
  <div className={styles.empty}>
    <svg
      width="120"
      height="88"
      viewBox="0 0 120 88"
      fill="none"
      stroke="var(--ink-1)"
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      {picture === 'desk' ? (
        <>
          <path d="M18 48h84l6 8H12z" fill="#ffe3c9" />
          <path d="M20 56v26M100 56v26M4 82h112" />
          <path d="M30 48V34h12v14z" fill="var(--primary-6)" />
          <path d="m33 34-3-14M39 34l2-16" />
          <path d="m66 46 18-6 8 4-20 6z" fill="#fff" />
        </>
      ) : (
        <>
          <path d="m66 30 44-20-16 42-10-16z" fill="#fff" />
          <path d="m84 36 26-26" />
          <path d="M72 52c-10 16-28 14-28 4s18-8 14 8-26 18-46 10" strokeDasharray="2 8" />
        </>
      )}
    </svg>
    <p className={styles.title}>{title}</p>
    {children && <p className={styles.text}>{children}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
