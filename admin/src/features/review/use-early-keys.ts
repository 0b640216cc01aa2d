import { useEffect, useEffectEvent, useState } from 'react'
import type { Form } from './form.ts'
import { useKeys } from './use-keys.ts'

// What is pressed after one of these is meant for the dialog that it opens.
const opensDialog = /^[mr]$/

// The fields are there already: what is typed after the key of one goes into it.
const toFields = ['c', 'g']

type Keys = Readonly<Record<string, () => void>>
/** A key that was pressed, or what was typed into the form. */
type Early = string | Partial<Form>

const none: readonly Early[] = []
const isTyped = (one: Early): one is Partial<Form> => typeof one !== 'string'
const typedIn = (early: readonly Early[]): Partial<Form> => Object.assign({}, ...early.filter(isTyped))

/**
 * The keys of a work, and what is typed into its form. The next work is shown at once, and may be decided only when its
 * lock has arrived: what is pressed and typed in between acts then, in its order. Without this, 4 and s in quick
 * succession would pass a work without its score, and Tab would leave the work for want of a field.
 */
export const useEarlyKeys = (
  keys: Keys,
  state: 'opening' | 'unreached' | 'open' | 'closed',
  change: (changes: Partial<Form>) => void,
) => {
  const [early, setEarly] = useState(none)
  const waits = state === 'opening' || (state === 'open' && early.length > 0)
  const note = (key: string) =>
    setEarly((before) => {
      const last = before.at(-1)
      return typeof last === 'string' && opensDialog.test(last) ? before : [...before, key]
    })
  const noting = () =>
    Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, toFields.includes(key) ? act : () => note(key)]))
  const writing = Object.fromEntries(Object.entries(keys).filter(([key]) => toFields.includes(key)))
  const acting: Record<typeof state, Keys> = {
    closed: {},
    unreached: writing,
    opening: noting(),
    open: waits ? noting() : keys,
  }
  useKeys(acting[state])

  const act = useEffectEvent((one: Early) => (typeof one === 'string' ? keys[one]?.() : change(one)))
  useEffect(() => {
    const [first] = early
    if (first === undefined || state === 'opening') return
    if (state === 'closed') return setEarly(none)
    if (state === 'unreached') {
      // No key decides minutes later, when the server answers again; what was typed is kept as a draft.
      if (early.some(isTyped)) act(typedIn(early))
      return setEarly(none)
    }
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

  /** A score waits for its turn among the keys; words are of no key, and are kept at once. */
  const typeEarly = ({ text, ...marks }: Partial<Form>) => {
    if (text !== undefined) change({ text })
    if (Object.keys(marks).length > 0) setEarly((before) => [...before, marks])
  }
  return {
    /** What was typed and is not in the form yet. */
    typed: typedIn(early),
    /** Takes what is typed into the form: now, or once the work is open. */
    type: waits ? typeEarly : change,
  }
}
