import { Readable } from 'node:stream'
import { isAbsent, isUnreadable } from './file-store.ts'

/** A file as it can be read now, and afterwards why not all of it could be. */
export type ReadablePart = { bytes: Readable; fault: () => 'gone' | 'unreadable' | null }

/**
 * The bytes of a file as far as the disk can read them: one bad sector must not keep the rest of a school, or of a
 * person, out of every copy. A file that is gone was legitimately removed after it was listed.
 */
export const readablePart = (from: Readable): ReadablePart => {
  let fault: ReturnType<ReadablePart['fault']> = null
  async function* chunks() {
    try {
      for await (const chunk of from) yield chunk as Buffer
    } catch (error) {
      fault = isAbsent(error) ? 'gone' : 'unreadable'
      if (fault === 'unreadable' && !isUnreadable(error)) throw error
    }
  }
  return { bytes: Readable.from(chunks(), { objectMode: false }), fault: () => fault }
}
