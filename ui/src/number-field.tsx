import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: number | null
  /** Called with each typed number; null if the field contains none. */
  onChange: (value: number | null) => void
}

const numberIn = (typed: string): number | null =>
  typed === '' || !Number.isFinite(Number(typed)) ? null : Number(typed)

/**
 * A field for a number that may have decimals. The typed text is kept while it means the current value: otherwise, on
 * the way to 3.05, 3.0 would turn into 3 before the 5 is typed. Leaving the field shows the current value.
 */
export const NumberField = ({ value, onChange, ...field }: Props) => {
  const [typed, setTyped] = useState<{ text: string; isHalf: boolean } | null>(null)
  const change = ({ value: text, validity }: HTMLInputElement) => {
    // A number that ends in its decimal point or sign is incomplete, and the browser reports an empty value.
    const isHalf = validity.badInput
    setTyped({ text, isHalf })
    if (!isHalf) onChange(numberIn(text))
  }
  // An empty field means null, or 0 if the caller turns null into 0.
  const isMeant = typed !== null && (typed.isHalf || (typed.text === '' ? !value : numberIn(typed.text) === value))
  return (
    <Field
      step="any"
      {...field}
      type="number"
      value={isMeant ? typed.text : String(value ?? '')}
      onChange={(event) => change(event.target)}
      onBlur={() => setTyped(null)}
    />
  )
}
