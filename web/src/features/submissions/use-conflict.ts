import { useState } from 'react'
import type { ServerDraft } from './work.ts'

/**
 * Two texts that met, as they are asked about: the student may put it off, and is asked again on handing in, on pressing the
 * words that say so, and whenever they meet anew.
 */
export const useConflict = (met: ServerDraft | null) => {
  const [postponed, setPostponed] = useState<ServerDraft | null>(null)
  const askAgain = () => setPostponed(null)
  return {
    asked: met === postponed ? null : met,
    postpone: () => setPostponed(met),
    askAgain,
    /** Which of the two is meant is decided before anything is handed in. */
    decideBefore: (run: () => void) => () => (met ? askAgain() : run()),
  }
}
