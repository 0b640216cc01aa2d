import styles from './calendar-leaf.module.css'
import type { Leaf } from './time.ts'

/** A deadline as a calendar leaf; the words beside it say the same, so it is hidden from readers. */
export const CalendarLeaf = ({ top, main, tone, large = false }: Leaf & { large?: boolean }) => (
  <span
    className={[styles.leaf, styles[tone], large ? styles.large : '', main.length > 3 ? '' : styles.short]
      .filter(Boolean)
      .join(' ')}
    aria-hidden
  >
    <span>{top}</span>
    <b>{main}</b>
  </span>
)
