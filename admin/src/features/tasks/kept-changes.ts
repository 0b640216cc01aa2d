import { partOf } from '@tongchuang/contract/records.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { keepOnDevice, keptOnDevice, namesOnDevice } from '@tongchuang/ui/on-device.ts'
import type { Values } from './form-values.ts'
import { valuesOf } from './form-values.ts'
import type { TaskForm } from './queries.ts'

export type Changes = Partial<Values>

/** Unsaved changes of a task, and the version of the task they are based on. */
export type Kept = {
  base_version: number
  changes: Changes
  /** Changes that were set aside for the newest version and may be wanted back. */
  aside: Changes
  /** What was sent last: if it is found on the server, no other user wrote it. */
  sending: Changes
}
type Stored = Kept & { kept_at: number }

const isNothing = (changes: Changes | undefined): boolean => Object.keys(changes ?? {}).length === 0
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Removes changes that the server already has: they had arrived, and only the answer was lost. */
const notArrived = (changes: Changes, form: TaskForm): Changes => {
  const there = valuesOf(form)
  return partOf(changes, (name, value) => !same(value, there[name]))
}

/** Whether the task on the server is as it was sent from here, while the answer was lost. */
export const hasArrived = (sending: Changes, form: TaskForm): boolean =>
  !isNothing(sending) && isNothing(notArrived(sending, form))

/**
 * The copy of the changes on this device, separate for each user, task and page, so that two users of a browser, or two
 * tabs, never overwrite each other. A newly opened page continues with the latest copy.
 */
export const deviceCopy = (user_id: number, form: TaskForm) => {
  const beginning = `task-form:${user_id}:${form.id}:`
  const own = beginning + newKey()
  const [found] = namesOnDevice(beginning)
    .map((name) => ({ name, kept: keptOnDevice<Stored>(name) }))
    .toSorted((one, other) => (other.kept?.kept_at ?? 0) - (one.kept?.kept_at ?? 0))
  const sending = found?.kept?.sending ?? {}
  const isOwn = hasArrived(sending, form)
  const left: Kept = {
    base_version: isOwn ? form.base_version : (found?.kept?.base_version ?? form.base_version),
    changes: notArrived(found?.kept?.changes ?? {}, form),
    aside: found?.kept?.aside ?? {},
    sending: isOwn ? {} : sending,
  }
  let taken = found?.name
  return {
    left,
    keep: (kept: Kept): void => {
      const stored: Stored = { ...kept, kept_at: Date.now() }
      keepOnDevice(own, isNothing(kept.changes) && isNothing(kept.aside) ? null : stored)
      // From now on the copy belongs to this page; another page that is still open writes its changes under its own
      // name again.
      if (taken) keepOnDevice(taken, null)
      taken = undefined
    },
  }
}
