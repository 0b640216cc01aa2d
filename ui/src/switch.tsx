import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './switch.module.css'

/** A line with a switch at its end, which takes effect at once. */
export const Switch = ({
  label,
  hint,
  checked,
  busy = false,
  onChange,
}: {
  label: string
  hint?: ReactNode
  checked: boolean
  busy?: boolean
  onChange: (checked: boolean) => void
}) => {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={`${id}-switch`}>
        <span id={id}>{label}</span>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </label>
      <button
        id={`${id}-switch`}
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) onChange(!checked)
        }}
      />
    </div>
  )
}
