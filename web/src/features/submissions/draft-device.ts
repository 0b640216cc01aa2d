import type { DraftMemory } from './draft-memory.ts'
import type { Stored } from './draft-opening.ts'
import type { SyncParts } from './draft-parts.ts'
import { emptyWork } from './work.ts'

const deviceDelay = 200

/** Writes a draft to the device, one write after the other. */
export const createDraftDevice = (memory: DraftMemory, { device, later }: Pick<SyncParts, 'device' | 'later'>) => {
  let callOff: (() => void) | null = null
  let writes: Promise<void> = Promise.resolve()

  const cancel = (): void => {
    callOff?.()
    callOff = null
  }
  const write = (): Promise<void> => {
    cancel()
    writes = writes
      .then(async () => {
        let record: Stored | null = null
        await device.update((before) => (record = memory.stored(before?.kept ?? [])))
        memory.noteStored(record)
      })
      // If the device refuses to store, the server still has a copy; the next change tries again.
      .catch(() => memory.noteStored(null))
    return writes
  }
  return {
    write,
    /** Schedules a write shortly, so that typing is not slowed down by each keystroke. */
    plan: (written: () => void): void => {
      callOff ??= later(() => {
        callOff = null
        void write().then(written)
      }, deviceDelay)
    },
    isPlanned: () => callOff !== null,
    settled: () => writes,
    writeNow: () => device.writeNow(memory.stored()),
    /** Removes the work from the device, except for the texts kept aside. */
    forget: async (): Promise<void> => {
      cancel()
      await writes
      const rest = (before: Stored | null) => {
        const record = memory.stored(before?.kept ?? [])
        return record.kept.length > 0 ? { ...record, work: emptyWork, sent: true, attempt: null } : null
      }
      await device.update(rest).catch(() => undefined)
    },
  }
}
