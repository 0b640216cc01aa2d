import type { ReactNode } from 'react'
import styles from './feedback-slip.module.css'

type Props = {
  /** What the teacher asks for, with its shape. */
  icon: ReactNode
  title: string
  /** The teacher's own words. */
  quote: string
  /** Name, mark and what leads on, in a line. */
  meta: ReactNode
  children?: ReactNode
}

/** What a teacher answered, pinned above the paper. */
export const FeedbackSlip = ({ icon, title, quote, meta, children }: Props) => (
  <section className={styles.slip} aria-label={title}>
    <h2>
      {icon}
      {title}
    </h2>
    {quote && <p className={styles.quote}>{quote}</p>}
    <p className={styles.meta}>{meta}</p>
    {children}
  </section>
)
