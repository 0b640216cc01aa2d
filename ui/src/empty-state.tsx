import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import styles from './empty-state.module.css'

/**
 * An empty list: what would be here, and an action. The picture is a lamp, or a compass if a filter finds nothing.
 */
export const EmptyState = ({
  title,
  children,
  action,
  picture = 'lamp',
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  picture?: 'lamp' | 'compass'
}) => (
  <div className={styles.empty}>
    <span className={styles.picture} aria-hidden>
      <Drawing size="picture" subject={picture} hue={picture === 'lamp' ? 'tech' : 'math'} id={title} />
    </span>
    <p className={styles.title}>{title}</p>
    {children && <p className={styles.text}>{children}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
