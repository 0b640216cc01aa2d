import { useState } from 'react'
import type { ServerDraft } from './work.ts'

/**
 * The dialog about two conflicting texts: the student may postpone it, and is asked again on handing in, on pressing
 * the notice about it, and at every new conflict.
 */
export const useConflict = (met: ServerDraft | null) => {
  const [postponed, setPostponed] = useState<ServerDraft | null>(null)
  const askAgain = () => setPostponed(null)
  return {
    asked: met === postponed ? null : met,
    postpone: () => setPostponed(met),
    askAgain,
    /** Runs an action only without a conflict; otherwise asks the student to resolve it first. */
    decideBefore: (run: () => void) => () => (met ? askAgain() : run()),
  }
}
