import { useRef } from 'react'
import type { TouchEvent } from 'react'

const isElsewhere = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, audio, video, [data-zoomed], [data-own-touch]') !== null

/**
 * Recognizes a quick sideways swipe of one finger, except on an enlarged picture, on a drawing area, or where something
 * scrolls sideways.
 */
export const useSwipe = (onLeft: () => void, onRight: () => void) => {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: (event: TouchEvent) => {
      const { 0: touch, length } = event.touches
      from.current = touch && length === 1 && !isElsewhere(event.target) ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      if (!from.current || !touch) return
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      from.current = null
      if (Math.abs(x) < 60 || Math.abs(y) > Math.abs(x) / 2) return
      if (x < 0) onLeft()
      else onRight()
    },
  }
}
