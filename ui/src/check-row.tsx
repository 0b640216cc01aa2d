import { FieldError } from './field.tsx'
import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './check-row.module.css'

/** A checkbox with its sentence. A link in the sentence works by itself and does not tick the box. */
export const CheckRow = ({
  checked,
  onChange,
  error,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  children: ReactNode
}) => {
  const id = useId()
  return (
    <div className={styles.row}>
      <label className={styles.label}>
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
