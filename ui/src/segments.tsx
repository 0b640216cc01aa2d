import type { ReactNode } from 'react'
import styles from './segments.module.css'

/** A choice of one among two or three equal options, side by side in one frame. */
export const Segments = <T extends string>({
  label,
  items,
  value,
  onChange,
}: {
  label: string
  items: readonly { value: T; label: ReactNode }[]
  value: T
  onChange: (value: T) => void
}) => (
  <fieldset className={styles.segments} aria-label={label}>
    {items.map((item) => (
      <button key={item.value} type="button" aria-pressed={item.value === value} onClick={() => onChange(item.value)}>
        <span title={typeof item.label === 'string' ? item.label : undefined}>{item.label}</span>
      </button>
    ))}
  </fieldset>
)
