import type { ReactNode } from 'react'
import styles from './pick.module.css'

/** An unobtrusive choice of one among a few, such as a sort order. */
export const Pick = <T extends string>({
  label,
  items,
  value,
  onChange,
}: {
  label: string
  items: readonly { value: T; label: ReactNode; lang?: string }[]
  /** null: nothing is chosen yet. */
  value: T | null
  onChange: (value: T) => void
}) => (
  <fieldset className={styles.pick} aria-label={label}>
    {items.map((item) => (
      <button
        key={item.value}
        type="button"
        lang={item.lang}
        aria-pressed={item.value === value}
        onClick={() => onChange(item.value)}
      >
        {item.label}
      </button>
    ))}
  </fieldset>
)
