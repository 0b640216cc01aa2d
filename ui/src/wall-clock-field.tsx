import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { instantOf, wallClock } from './wall-clock.ts'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'min' | 'value' | 'onChange' | 'onBlur'> & {
  value: string | null
  onChange: (instant: string | null) => void
}

/**
 * A field for an instant, on the school’s wall clock. A year that is half typed stays in the field and changes nothing
 * until it is a year; who leaves it so sees again what is held.
 */
export const WallClockField = ({ value, onChange, ...field }: Props) => {
  const [half, setHalf] = useState<string | null>(null)
  const change = (typed: string) => {
    const instant = instantOf(typed)
    const isHalf = typed !== '' && instant === null
    setHalf(isHalf ? typed : null)
    if (!isHalf) onChange(instant)
  }
  return (
    <Field
      {...field}
      type="datetime-local"
      // Sent with half a year in it, a form says so itself.
      min="1970-01-01T00:00"
      value={half ?? (value === null ? '' : wallClock(Date.parse(value)))}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setHalf(null)}
    />
  )
}
