import { useEffect, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react'

// A moment after the last letter, in milliseconds.
const PAUSE = 300

/**
 * What is typed into a field that looks for something: `onChange` is told a moment after the last letter, or at once
 * where composing ends; letters still being composed do not count. `value` is what is looked for now.
 */
export const useDebouncedSearch = (value: string, onChange: (value: string) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // Not ours: the way back, or a button that shows everything. Our own comes after more may have been typed.
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
    /** Asks at once, for what is typed or for something else. */
    askNow: (text = typed): void => {
      setTyped(text)
      ask(text, 0)
    },
    field: {
      value: typed,
      onChange: (event: ChangeEvent<HTMLInputElement>): void => {
        setTyped(event.target.value)
        if (!(event.nativeEvent as InputEvent).isComposing) ask(event.target.value, PAUSE)
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>): void => ask(event.currentTarget.value, 0),
    },
  }
}
