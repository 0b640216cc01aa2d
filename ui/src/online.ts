import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser knows of a network; one that leads nowhere counts as one. */
export const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false

/** The same for components, as it changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
