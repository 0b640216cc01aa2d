import { useEffect, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react'

// The delay after the last letter, in milliseconds.
const PAUSE = 300

/**
 * The state of a search field: `onChange` is called shortly after the last letter, or at once when composing ends;
 * letters still being composed do not count. `value` is the current search.
 */
export const useDebouncedSearch = (value: string, onChange: (value: string) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // The value was changed from outside, by the back button or a button that shows everything. A value from this field
    // may arrive after more was typed.
    if (value !== asked) {
      setAsked(value)
      setTyped(value)
    }
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (next: string, wait: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setAsked(next.trim())
      onChange(next.trim())
    }, wait)
  }
  return {
    /** Searches at once, for the typed text or another one. */
    askNow: (text = typed): void => {
      setTyped(text)
      ask(text, 0)
    },
    field: {
      value: typed,
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
        setTyped(target.value)
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) ask(target.value, PAUSE)
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>): void => ask(event.currentTarget.value, 0),
    },
  }
}
