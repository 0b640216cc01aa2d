import { useRef } from 'react'

/** Runs asynchronous work one at a time: later work waits until earlier work has succeeded or failed. */
export const useTurns = () => {
  const running = useRef<Promise<void> | null>(null)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    while (running.current) await running.current
    const next = work()
    const waiting = next.then(
      () => undefined,
      () => undefined,
    )
    running.current = waiting
    try {
      return await next
    } finally {
      if (running.current === waiting) running.current = null
    }
  }
}
