import { useState } from 'react'
import { keptText } from './kept-text.ts'
import { useProfile } from './profile.tsx'

/**
 * Words that a student is writing, kept on this device under a name, for this person alone: a closed dialog, a reload or
 * another page loses none. They begin with what is there already; `sent` forgets those that were sent, and only those.
 */
export const useKeptText = (name: string, begin = '') => {
  const kept = keptText(`words:${useProfile().id}:${name}`)
  const [text, setText] = useState(() => kept.read() || begin)
  return {
    text,
    write: (next: string): void => {
      setText(next)
      kept.write(next === begin ? '' : next)
    },
    sent: kept.sent,
  }
}
