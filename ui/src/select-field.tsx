import { useId } from 'react'
import type { ReactNode } from 'react'
import { describedBy, FieldFrame } from './field.tsx'
import styles from './select-field.module.css'

/** A `ref` that puts the full text of the chosen option into the tooltip, for boxes too narrow to show it. */
export const titleOfChoice = (select: HTMLSelectElement | null): void => {
  if (select) select.title = select.selectedOptions[0]?.text ?? ''
}

/** A choice of one among several, as the browser draws it; the children are its options. */
export const SelectField = ({
  label,
  hint,
  error,
  value,
  disabled = false,
  onChange,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  value: string
  disabled?: boolean
  onChange: (value: string) => void
  children: ReactNode
}) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        ref={(select) => titleOfChoice(select)}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        {...describedBy(id, hint, error)}
      >
        {children}
      </select>
    </FieldFrame>
  )
}
