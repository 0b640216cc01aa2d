import type { DraftMemory } from './draft-memory.ts'
import type { SyncParts } from './draft-parts.ts'

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
    const record = memory.stored()
    // A device that refuses to store leaves the server; the next change tries again.
    writes = writes.then(() => device.update(() => record)).catch(() => undefined)
    return writes
  }
  return {
    write,
    /** Writes in a moment: who types is not held up by each letter. */
    plan: (written: () => void): void => {
      callOff ??= later(() => {
        callOff = null
        void write().then(written)
      }, deviceDelay)
    },
    isPlanned: () => callOff !== null,
    settled: () => writes,
    writeNow: () => device.writeNow(memory.stored()),
    /** Nothing is kept here any more. */
    forget: async (): Promise<void> => {
      cancel()
      await writes
      await device.update(() => null).catch(() => undefined)
    },
  }
}
