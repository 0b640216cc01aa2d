import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: number | null
  /** Each number that is typed; null where the field says none. */
  onChange: (value: number | null) => void
}

const numberIn = (typed: string): number | null =>
  typed === '' || !Number.isFinite(Number(typed)) ? null : Number(typed)

/**
 * A field for a number that may have decimals. What is typed stays as it is typed while it means the number that is
 * held: written anew from that, 3.0 would be 3 before its 5 comes. Who leaves it sees what is held.
 */
export const NumberField = ({ value, onChange, ...field }: Props) => {
  const [typed, setTyped] = useState<{ text: string; isHalf: boolean } | null>(null)
  const change = ({ value: text, validity }: HTMLInputElement) => {
    // A number that ends in its point or sign is none yet, and the browser says nothing of it.
    const isHalf = validity.badInput
    setTyped({ text, isHalf })
    if (!isHalf) onChange(numberIn(text))
  }
  // Emptied it is none, or 0 where none is taken for that.
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
