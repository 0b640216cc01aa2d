import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser reports a network; one without a connection to the internet counts too. */
export const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false

/** The same for components, which render again when it changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
