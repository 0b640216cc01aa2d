import { uprightPoint, type Point } from '@tongchuang/ui/sheet-places.ts'
import { isSubmitKey } from '@tongchuang/ui/use-enter-submit.ts'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'

const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The shares of a page that a key moves: a step, and with Shift a long one. */
const STEP = 0.02
const LONG_STEP = 0.1

const within = (part: number): number => Math.min(1, Math.max(0, part))

/** A point moved as it is seen on a page turned to the right. */
const moved = ({ x, y }: Point, way: Point, turns: number): Point => {
  const [from, to] = [uprightPoint({ x: 0, y: 0 }, turns), uprightPoint(way, turns)]
  return { x: within(x + to.x - from.x), y: within(y + to.y - from.y) }
}

/**
 * A crosshair on a page while the keyboard is there: arrows move it, Enter and the space bar set a point, of a box one
 * corner after the other. `onPoints` returns whether it could be drawn.
 */
export const useCrosshair = (turns: number, onPoints: (points: readonly number[]) => boolean) => {
  const [at, setAt] = useState<Point | null>(null)
  const [corner, setCorner] = useState<Point | null>(null)
  const set = (ofTwo: boolean, to: Point) => {
    if (ofTwo && !corner) return setCorner(to)
    if (onPoints([...(corner ? [corner.x, corner.y] : []), to.x, to.y])) setCorner(null)
  }
  return {
    at,
    /** The corner that is set, and where the other one would be. */
    points: at && corner && [corner.x, corner.y, at.x, at.y],
    props: (ofTwo: boolean) => ({
      onFocus: () => setAt({ x: 0.5, y: 0.5 }),
      onBlur: () => {
        setAt(null)
        setCorner(null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { key, shiftKey, ctrlKey, altKey, metaKey, repeat } = event
        if (!at || ctrlKey || altKey || metaKey) return
        const way = ways[key]
        const by = shiftKey ? LONG_STEP : STEP
        if (way) setAt(moved(at, { x: way.x * by, y: way.y * by }, turns))
        else if ((isSubmitKey(event, false) || key === ' ') && !repeat) set(ofTwo, at)
        else return
        // Arrows that move the crosshair do not also turn the page.
        event.preventDefault()
      },
    }),
  }
}
