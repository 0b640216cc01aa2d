import { useState } from 'react'
import { useMe } from './me.tsx'

const read = (place: string): string | null => {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

const keep = (place: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(place)
    else localStorage.setItem(place, text)
  } catch {
    // Full or blocked: the words are still on the page.
  }
}

/**
 * Words that staff are writing, kept on the device under a name, for this person alone: a closed dialog, a reload or another
 * page loses none. Writing back what it began with forgets them; do so once they were sent.
 */
export const useKeptText = (name: string, begin = '') => {
  const place = `kept:${useMe().id}:${name}`
  const [text, setText] = useState(() => read(place) ?? begin)
  const write = (next: string) => {
    setText(next)
    keep(place, next === begin ? null : next)
  }
  return [text, write] as const
}
