import { useEffect, useState } from 'react'

const PAUSE_MS = 120

/** A number, delayed until it has settled for 120 ms; the first one that is not 0 is returned at once. */
export const useDebouncedNumber = (value: number): number => {
  const [settled, setSettled] = useState(value)
  const now = settled === 0 ? value : settled
  useEffect(() => {
    if (now === value) {
      setSettled(value)
      return
    }
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now, value])
  return now
}
