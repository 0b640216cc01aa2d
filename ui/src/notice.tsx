import { CircleAlert, Clock3, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * A notice that stays visible: an error of a whole form, by default; something that is awaited (`waiting`); or
 * something to look at first (`asking`). An alert around it announces it.
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
