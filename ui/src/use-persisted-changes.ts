import { partOf } from '@tongchuang/contract/records.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMe } from './me.tsx'
import { keepOnDevice, keptOnDevice } from './on-device.ts'
import { showToast } from './toast.ts'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Kept<Values> = {
  changes: Partial<Values>
  /** The version in which the first change was made. */
  version?: number | undefined
}

/** The values that differ from the initial ones of the form. */
const differing = <Values extends object>(all: Partial<Values>, begin: Values): Partial<Values> =>
  partOf(all, (key, value) => !same(value, begin[key]))

type Options = {
  /** The version of the edited data. */
  version?: number
  /** The message shown when changes of an earlier visit are restored, which may be out of view. */
  restored?: string
}

/**
 * Changes that staff have made in a form and not sent yet, stored on the device under a name, for this person alone:
 * the counterpart of `useStaffText` for more than text. A value reset to its initial one is no change. A form that
 * stays open uses `send`, which keeps what is typed meanwhile; `forget` drops the changes when the form closes. If the
 * form has a version, the one returned here must be sent: changes made before somebody else's save are then refused
 * like any other. Nothing secret may be stored here: it would stay on the device.
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
  /** The values sent by a save in progress: resetting one to its initial value is still a change. */
  const sent = useRef<Partial<Values>>({})
  const put = (changes: Partial<Values>, since: number | undefined) => {
    const isNothing = Object.keys(changes).length === 0
    latest.current = isNothing ? { changes } : { changes, version: since }
    setKept(latest.current)
    keepOnDevice(storageKey, isNothing ? null : latest.current)
  }
  const send = async (call: (changes: Partial<Values>, version: number | undefined) => Promise<number | undefined>) => {
    const { changes, version: since = version } = latest.current
    sent.current = changes
    let saved: number | undefined
    try {
      saved = await call(changes, since)
    } catch (error) {
      sent.current = {}
      put(differing(latest.current.changes, begin), latest.current.version)
      throw error
    }
    sent.current = {}
    put(differing(latest.current.changes, { ...begin, ...changes }), saved)
  }
  return {
    values: { ...begin, ...kept.changes },
    changes: kept.changes,
    isChanged: Object.keys(kept.changes).length > 0,
    version: kept.version ?? version,
    set: (next: Partial<Values>) => {
      const all = { ...latest.current.changes, ...next }
      const inSent = partOf(all, (key) => key in sent.current)
      put({ ...differing(all, begin), ...inSent }, latest.current.version ?? version)
    },
    /**
     * Sends the changes with the version they were made in; what is typed meanwhile continues from the version in the
     * answer.
     */
    send,
    /** Called when a person has seen what somebody else has saved: the changes then refer to the newest version. */
    goOnFromNewest: () => put(latest.current.changes, undefined),
    forget: () => put({}, undefined),
  }
}
