import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

/** The server's clock, updated every `everySeconds` while the component is mounted. */
export const useNow = (everySeconds = 30): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return now
}
