import { CircleAlert, Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** What is wrong with a whole form, until the next attempt. It stays to be read; an alert around it speaks. */
export const Notice = ({
  title,
  children,
  waiting = false,
}: {
  title: string
  children?: ReactNode
  waiting?: boolean
}) => {
  const Icon = waiting ? Clock3 : CircleAlert
  return (
    <div className={`${styles.notice} ${waiting ? styles.waiting : ''}`}>
      <Icon size={20} aria-hidden />
      <div>
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
