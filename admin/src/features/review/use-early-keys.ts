import { useEffect, useEffectEvent, useState } from 'react'
import { useKeys } from './use-keys.ts'

// What is pressed after one of these is meant for the field or the dialog that it opens.
const opensField = /^[cmr]$/

const none: readonly string[] = []

/**
 * The keys of a work. The next work is shown at once, and may be decided only when its lock has arrived: what is
 * pressed in between acts then, in its order. Without this, 4 and s in quick succession would pass a work without its
 * score.
 */
export const useEarlyKeys = (
  keys: Readonly<Record<string, () => void>>,
  state: 'opening' | 'open' | 'closed',
): void => {
  const [early, setEarly] = useState(none)
  const waits = state === 'opening' || (state === 'open' && early.length > 0)
  const note = (key: string) => setEarly((before) => (opensField.test(before.at(-1) ?? '') ? before : [...before, key]))
  const noting = () => Object.fromEntries(Object.keys(keys).map((key) => [key, () => note(key)]))
  useKeys(state === 'closed' ? {} : waits ? noting() : keys)

  const act = useEffectEvent((key: string) => keys[key]?.())
  useEffect(() => {
    const [first] = early
    if (first === undefined || state === 'opening') return
    if (state === 'closed') return setEarly(none)
    let isOver = false
    // One at a time, each on the form that the one before has left; not in the effect, because some render at once.
    queueMicrotask(() => {
      if (isOver) return
      act(first)
      setEarly((before) => before.slice(1))
    })
    return () => {
      isOver = true
    }
  }, [early, state])
}
