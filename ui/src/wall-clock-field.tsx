import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { instantOf, wallClock } from './wall-clock.ts'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'min' | 'value' | 'onChange' | 'onBlur'> & {
  value: string | null
  onChange: (instant: string | null) => void
}

/**
 * A field for an instant in the school’s time zone. An incomplete year stays in the field and changes nothing; leaving
 * the field then shows the current value again.
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
      // Makes the browser refuse to send a form with an incomplete year.
      min="1970-01-01T00:00"
      value={half ?? (value === null ? '' : wallClock(Date.parse(value)))}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setHalf(null)}
    />
  )
}
