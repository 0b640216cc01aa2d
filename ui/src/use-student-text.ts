import { useState } from 'react'
import { keptText } from './kept-text.ts'
import { useProfile } from './profile.tsx'

/**
 * Text that a student is writing, kept on this device under a name, for this person alone: a closed dialog, a reload or
 * another page loses none of it. It begins with the stored text, else with `begin`, so a text that was emptied comes
 * back; `send` forgets the text once it was sent, and only that: what another window has stored meanwhile stays. The
 * counterpart for staff is `useStaffText`.
 */
export const useStudentText = (name: string, begin = '') => {
  const kept = keptText(`words:${useProfile().id}:${name}`)
  const [text, setText] = useState(() => kept.read() || begin)
  return {
    text,
    write: (next: string): void => {
      setText(next)
      kept.write(next === begin ? '' : next)
    },
    /** Sends the text, and forgets it once it has arrived, also if its dialog was closed before. Throws failures. */
    send: async <Answer>(call: (text: string) => Promise<Answer>): Promise<Answer> => {
      const answer = await call(text)
      kept.sent(text)
      return answer
    },
  }
}
