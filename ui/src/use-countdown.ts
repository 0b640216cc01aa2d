import { useEffect, useState } from 'react'
import { keepInTab, wordsInTab } from './on-device.ts'

const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000))

/** The remaining seconds of a countdown and a function that starts it; with a key it survives a reload of the page. */
export const useCountdown = (key?: string): [seconds: number, start: (seconds: number) => void] => {
  const [end, setEnd] = useState(() => (key ? Number(wordsInTab(key)) : 0))
  const [left, setLeft] = useState(() => secondsUntil(end))

  useEffect(() => {
    setLeft(secondsUntil(end))
    const timer = setInterval(() => {
      const seconds = secondsUntil(end)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])

  const start = (seconds: number) => {
    const next = Date.now() + seconds * 1000
    if (key) keepInTab(key, String(next))
    setEnd(next)
  }
  return [left, start]
}

/** Seconds as minutes and seconds: 0:42. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
