import { useRef, useState } from 'react'
import { useMe } from './me.tsx'
import { keepOnDevice, keptOnDevice } from './on-device.ts'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What staff have changed in a form and not sent yet, kept on the device under a name, for this person alone: the twin of
 * `usePersistedText` for more than words. What is put back as it began is no change; `forget` what was sent. Nothing
 * secret goes in here: it would stay on the device.
 */
export const usePersistedChanges = <Values extends object>(name: string, begin: Values) => {
  const storageKey = `kept:${useMe().id}:${name}`
  const [changes, setChanges] = useState<Partial<Values>>(() => keptOnDevice<Partial<Values>>(storageKey) ?? {})
  const latest = useRef(changes)
  const put = (next: Partial<Values>) => {
    latest.current = next
    setChanges(next)
    keepOnDevice(storageKey, Object.keys(next).length === 0 ? null : next)
  }
  return {
    values: { ...begin, ...changes },
    changes,
    set: (next: Partial<Values>) => {
      const all = Object.entries({ ...latest.current, ...next })
      put(Object.fromEntries(all.filter(([key, value]) => !same(value, begin[key as keyof Values]))) as Partial<Values>)
    },
    forget: () => put({}),
  }
}
