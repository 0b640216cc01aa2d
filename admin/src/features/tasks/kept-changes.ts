import { newKey } from '@tongchuang/ui/new-key.ts'
import { keepOnDevice, keptOnDevice, namesOnDevice } from '@tongchuang/ui/on-device.ts'
import type { Values } from './form-values.ts'
import { valuesOf } from './form-values.ts'
import type { TaskForm } from './queries.ts'

export type Changes = Partial<Values>

/** What was changed in a task and is not on the server, and the version of the task it was changed in. */
export type Kept = {
  base_version: number
  changes: Changes
  /** What somebody has left for the newest, and may want back. */
  aside: Changes
  /** What was on its way last: found on the server, it is nobody else's. */
  sending: Changes
}
type Stored = Kept & { kept_at: number }

const isNothing = (changes: Changes | undefined): boolean => Object.keys(changes ?? {}).length === 0
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Without what the server has the same by now: it had arrived, and only its answer was lost. */
const notArrived = (changes: Changes, form: TaskForm): Changes => {
  const there = valuesOf(form)
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !same(value, there[name as keyof Values])),
  ) as Changes
}

/** Whether the task on the server is as it was sent from here, while the answer was lost. */
export const hasArrived = (sending: Changes, form: TaskForm): boolean =>
  !isNothing(sending) && isNothing(notArrived(sending, form))

/**
 * The copy of the changes on this device: of one person, one task and one page, so that two people at a browser, or two
 * tabs, never write into each other's. A page that opens goes on with what was kept last.
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
      // From now on it is this page's; where another one is still open, what is typed there comes under its name again.
      if (taken) keepOnDevice(taken, null)
      taken = undefined
    },
  }
}
