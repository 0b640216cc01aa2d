import { useSyncExternalStore } from 'react'

/** A value that components read and any code may change, including code outside React. */
export type Store<T> = { get: () => T; set: (value: T) => void; subscribe: (listener: () => void) => () => void }

/** Creates a store. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Reads a store and renders again when it changes. `painted` returns the value with which the page was painted into the
 * document.
 */
export const useStore = <T>(store: Store<T>, painted: () => T = store.get): T =>
  useSyncExternalStore(store.subscribe, store.get, painted)
