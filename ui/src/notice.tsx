import { CircleAlert, Clock3, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * What is wrong with a whole form, until the next attempt; what is waited for; or what somebody should look at first.
 * It stays to be read; an alert around it speaks.
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
