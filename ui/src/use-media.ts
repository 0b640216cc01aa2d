import { useSyncExternalStore } from 'react'

/** Whether a media query holds now, and again whenever that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
