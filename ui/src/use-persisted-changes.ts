import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMe } from './me.tsx'
import { keepOnDevice, keptOnDevice } from './on-device.ts'
import { showToast } from './toast.ts'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Kept<Values> = {
  changes: Partial<Values>
  /** The version the first of them was made in. */
  version?: number | undefined
}

/** What differs from what the form begins with. */
const differing = <Values extends object>(all: Partial<Values>, begin: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(all).filter(([key, value]) => !same(value, begin[key as keyof Values])),
  ) as Partial<Values>

type Options = {
  /** The version of what is changed. */
  version?: number
  /** Said where an earlier visit left changes that are not all in sight. */
  restored?: string
}

/**
 * What staff have changed in a form and not sent yet, kept on the device under a name, for this person alone: the twin of
 * `usePersistedText` for more than words. What is put back as it began is no change; `forget` what was sent. Where the
 * form has a version, send the one that is answered: what was changed before somebody else's save is refused like any
 * other. Nothing secret goes in here: it would stay on the device.
 */
export const usePersistedChanges = <Values extends object>(
  name: string,
  begin: Values,
  { version, restored }: Options = {},
) => {
  const storageKey = `kept:${useMe().id}:${name}`
  const [kept, setKept] = useState<Kept<Values>>(() => {
    const left = keptOnDevice<Kept<Values>>(storageKey)
    const changes = differing(left?.changes ?? {}, begin)
    return Object.keys(changes).length > 0 ? { ...left, changes } : { changes }
  })
  const say = useEffectEvent(() => {
    if (restored && Object.keys(kept.changes).length > 0) showToast(restored, 'info')
  })
  useEffect(() => say(), [])
  const latest = useRef(kept)
  const put = (changes: Partial<Values>, since: number | undefined) => {
    const isNothing = Object.keys(changes).length === 0
    latest.current = isNothing ? { changes } : { changes, version: since }
    setKept(latest.current)
    keepOnDevice(storageKey, isNothing ? null : latest.current)
  }
  return {
    values: { ...begin, ...kept.changes },
    changes: kept.changes,
    isChanged: Object.keys(kept.changes).length > 0,
    version: kept.version ?? version,
    set: (next: Partial<Values>) =>
      put(differing({ ...latest.current.changes, ...next }, begin), latest.current.version ?? version),
    /** What somebody else has saved meanwhile was seen: from now on the changes are made in that. */
    goOnFromNewest: () => put(latest.current.changes, undefined),
    forget: () => put({}, undefined),
  }
}
