import { useId, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Draft } from './entries.ts'
import styles from './entry.module.css'

/** The input field of a cell, with the error below it. */
export const TypingBox = ({
  name,
  max,
  draft,
  onChange,
  onBlur,
}: {
  name: string
  max: number
  draft: Draft
  onChange: (text: string) => void
  onBlur: () => void
}) => {
  const { entering } = useTexts().grades
  const hint = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const input = field.current
    // A cell left with something that is no value scrolls into view while another one is typed into.
    if (input?.getAttribute('aria-invalid') === 'true') return
    input?.focus()
    // The first digit is already in the field: put the caret after it.
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  return (
    <>
      <input
        ref={field}
        className={`${styles.input} num`}
        aria-label={name}
        aria-invalid={draft.problem || undefined}
        aria-describedby={draft.problem ? hint : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={draft.text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {draft.problem && (
        <span id={hint} role="alert" className={`${styles.range} num`}>
          {entering.range(max)}
        </span>
      )}
    </>
  )
}
