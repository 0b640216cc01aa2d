import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: number | null
  /** Each number that is typed; null where the field was emptied. */
  onChange: (value: number | null) => void
}

/**
 * A field for a number that may have decimals. What is typed stays as it is typed while it means the number that is
 * held: written anew from that, 0.0 would be 0 before its 5 comes. Who leaves it sees what is held.
 */
export const NumberField = ({ value, onChange, ...field }: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  const change = ({ value: text, validity }: HTMLInputElement) => {
    setTyped(text)
    // A number that ends in its point is none yet, and the browser says nothing of it.
    if (!validity.badInput) onChange(text === '' ? null : Number(text))
  }
  const isMeant = typed === '' || (typed !== null && Number(typed) === value)
  return (
    <Field
      step="any"
      {...field}
      type="number"
      value={isMeant ? typed : (value ?? '')}
      onChange={(event) => change(event.target)}
      onBlur={() => setTyped(null)}
    />
  )
}
