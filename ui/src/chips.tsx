import type { ReactNode } from 'react'
import styles from './chips.module.css'

export type ChipItem<T extends string> = {
  value: T
  label: ReactNode
  /** Null while it is loading. */
  count?: number | null | undefined
}

/** Filters of which one is on. */
export const Chips = <T extends string>({
  label,
  items,
  value,
  onChange,
  whole = false,
}: {
  label: string
  items: readonly ChipItem<T>[]
  value: T
  onChange: (value: T) => void
  /** Wraps the chips into several lines on a phone instead of scrolling sideways; for short lists. */
  whole?: boolean
}) => (
  <fieldset className={`${styles.chips} ${whole ? styles.whole : ''}`} aria-label={label}>
    {items.map((item) => (
      <button
        key={item.value}
        type="button"
        className={styles.chip}
        aria-pressed={item.value === value}
        onClick={() => onChange(item.value)}
      >
        {item.label}
        {item.count === null ? (
          <span className={styles.coming} aria-hidden>
            {' 00'}
          </span>
        ) : (
          item.count !== undefined && <span className="num"> {item.count}</span>
        )}
      </button>
    ))}
  </fieldset>
)
