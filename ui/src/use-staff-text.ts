import { useState } from 'react'
import { useMe } from './me.tsx'
import { keepWords, wordsOnDevice } from './on-device.ts'

/**
 * Text that staff are writing, kept on the device under a name, for this person alone: a closed dialog, a reload or
 * another page loses none of it. Unlike with `useStudentText`, a text that was emptied stays empty, and what is stored
 * is forgotten by writing the initial text again; do so once it was sent.
 */
export const useStaffText = (name: string, begin = '') => {
  const storageKey = `kept:${useMe().id}:${name}`
  const [text, setText] = useState(() => wordsOnDevice(storageKey) ?? begin)
  const write = (next: string) => {
    setText(next)
    keepWords(storageKey, next === begin ? null : next)
  }
  return [text, write] as const
}
