import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import styles from './field.module.css'

type Frame = {
  label: ReactNode
  /** A short remark beside the label. */
  aside?: ReactNode
  /** Rules and help, shown before anything is typed. */
  hint?: ReactNode
  /** The error of the field, until it is corrected. */
  error?: string | null | undefined
}

/** Label above, help and error below, tied to the control by ids. */
export const FieldFrame = ({
  id,
  label,
  aside,
  hint,
  error,
  children,
}: Frame & { id: string; children: ReactNode }) => (
  <div className={styles.field}>
    <div className={styles.head}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
    {children}
    {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    {hint && (
      <div id={`${id}-hint`} className={styles.hint}>
        {hint}
      </div>
    )}
  </div>
)

/** The error message under a control. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={styles.error}>
    <CircleAlert size={16} aria-hidden />
    {children}
  </p>
)

/** The attributes that tie a control to its error and help. */
export const describedBy = (id: string, hint: unknown, error: unknown) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
})

type FieldProps = Frame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { ref?: Ref<HTMLInputElement> | undefined; inside?: ReactNode }

/** A text field of one line; `inside` sits at its end. */
export const Field = ({ label, aside, hint, error, inside, className, ref, ...input }: FieldProps) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} aside={aside} hint={hint} error={error}>
      <div className={styles.control}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={[styles.input, inside ? styles.withInside : '', className].filter(Boolean).join(' ')}
          {...describedBy(id, hint, error)}
        />
        {inside && <div className={styles.inside}>{inside}</div>}
      </div>
    </FieldFrame>
  )
}

type AreaProps = Frame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { ref?: Ref<HTMLTextAreaElement> | undefined }

/** A text field of several lines. */
export const TextArea = ({ label, aside, hint, error, className, ref, ...area }: AreaProps) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} aside={aside} hint={hint} error={error}>
      <textarea
        rows={4}
        {...area}
        ref={ref}
        id={id}
        className={[styles.input, styles.area, className].filter(Boolean).join(' ')}
        {...describedBy(id, hint, error)}
      />
    </FieldFrame>
  )
}
