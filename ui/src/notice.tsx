import { CircleAlert, Clock3, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * An error of a whole form until the next attempt, something that is awaited, or what somebody should look at first. It
 * stays visible; an alert around it announces it.
 */
export const Notice = ({
  title,
  children,
  waiting = false,
  asking = false,
}: {
  title: string
  children?: ReactNode
  waiting?: boolean
  asking?: boolean
}) => {
  const Icon = waiting ? Clock3 : asking ? TriangleAlert : CircleAlert
  return (
    <div className={`${styles.notice} ${waiting ? styles.waiting : asking ? styles.asking : ''}`}>
      <Icon size={20} aria-hidden />
      <div>
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
