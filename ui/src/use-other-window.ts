import { useRef, useState } from 'react'
import { keptText } from './kept-text.ts'

/**
 * The words of another window at the same place: who enters a field that has no words of its own, or none since it was
 * last stored, goes on from them. Otherwise the first letter here would replace what was written there on the device.
 * Words that were sent there meanwhile are gone here as well, and the field is as it began.
 */
export const useOtherWindow = (place: string | undefined, latest: { readonly current: string }, begin = '') => {
  const read = () => (place === undefined ? '' : keptText(place).read())
  const [first] = useState(read)
  const stored = useRef(first)
  return {
    /** Called after words of this window were stored. */
    noteStored: (): void => void (stored.current = read()),
    /** Called when the field is entered; `take` receives the words to go on from, if they are others. */
    look: (take: (words: string) => void): void => {
      const there = read()
      const isOwn = latest.current !== '' && latest.current !== stored.current
      if (!isOwn && there !== latest.current) take(there || begin)
    },
  }
}
