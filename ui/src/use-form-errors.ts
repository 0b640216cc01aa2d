import { useEffect, useRef, useState } from 'react'

type Errors<F extends string> = Partial<Record<F, string>>

/** The errors of a form by field; after a refused attempt the focus goes to the first field with one. */
export const useFormErrors = <F extends string>() => {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors<F>>({})
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  return {
    form,
    errors,
    /** Sets or clears the error of one field. */
    mark: (field: F, error: string | undefined) =>
      setErrors((before) => (before[field] === error ? before : { ...before, [field]: error })),
    /** Shows the errors found and returns whether there are any. */
    refuse: (found: Errors<F>): boolean => {
      setErrors(found)
      const any = Object.values(found).some(Boolean)
      if (any) setAttempt((before) => before + 1)
      return any
    },
  }
}
