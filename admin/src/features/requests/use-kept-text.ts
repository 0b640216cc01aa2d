import { useState } from 'react'

/** Words being written, kept for this tab of the browser under a name: a reload or another page loses none. */
export const useKeptText = (name: string) => {
  const place = `kept:${name}`
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? '')
  const write = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, next)
  }
  return [text, write] as const
}
