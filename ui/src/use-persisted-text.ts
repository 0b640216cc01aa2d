import { useState } from 'react'
import { useMe } from './me.tsx'

const read = (storageKey: string): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const keep = (storageKey: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, text)
  } catch {
    // Full or blocked: the words are still on the page.
  }
}

/**
 * Words that staff are writing, kept on the device under a name, for this person alone: a closed dialog, a reload or another
 * page loses none. Writing back what it began with forgets them; do so once they were sent.
 */
export const usePersistedText = (name: string, begin = '') => {
  const storageKey = `kept:${useMe().id}:${name}`
  const [text, setText] = useState(() => read(storageKey) ?? begin)
  const write = (next: string) => {
    setText(next)
    keep(storageKey, next === begin ? null : next)
  }
  return [text, write] as const
}
