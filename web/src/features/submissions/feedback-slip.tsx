import type { ReactNode } from 'react'
import styles from './feedback-slip.module.css'

type Props = {
  /** The shape beside the title; together they say what the teacher asks for. */
  icon: ReactNode
  title: string
  /** The teacher's own words. */
  quote: string
  /** One line: the reviewer's name, the score and links to more. */
  meta: ReactNode
  children?: ReactNode
}

/** A teacher's feedback, pinned above the paper. */
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
