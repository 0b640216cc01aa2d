import type { DrawnMark } from '@tongchuang/contract/area-marks.ts'
import { roundedPoints, simplified } from '@tongchuang/contract/rules/area-marks.ts'
import { DrawnLines } from '@tongchuang/ui/area-overlay.tsx'
import type { SheetFrame } from '@tongchuang/ui/sheet.tsx'
import { useState } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './areas.module.css'
import { useCrosshair } from './use-crosshair.ts'
import type { DrawTool } from './use-drawing.ts'

/** A press that moved less than this share of the page marks a point rather than a box. */
const SMALLEST = 0.008

const finished = (tool: DrawTool, points: readonly number[]): DrawnMark | null => {
  const [x = 0, y = 0] = points
  const [x2 = x, y2 = y] = points.slice(-2)
  if (tool === 'pin') return { shape: 'pin', points: roundedPoints([x2, y2]), text: '' }
  if (tool === 'box') {
    if (Math.abs(x2 - x) < SMALLEST && Math.abs(y2 - y) < SMALLEST) return null
    return { shape: 'box', points: roundedPoints([x, y, x2, y2]), text: '' }
  }
  return points.length < 6 ? null : { shape: 'pen', points: simplified(points), text: '' }
}

const shownSoFar = (tool: DrawTool, points: readonly number[]): DrawnMark | null => {
  if (tool === 'pen') return points.length < 4 ? null : { shape: 'pen', points: [...points], text: '' }
  return finished(tool, points)
}

/** Leaves the focus where a press beside the layer puts it: keys pressed after drawing are for the work. */
const focusAround = (event: MouseEvent<HTMLElement>): void => {
  event.preventDefault()
  event.currentTarget.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
}

/**
 * Records drawing on a page with a pen, a mouse or a finger, two fingers still zooming the page; or with a crosshair
 * that keys move, for pins and boxes.
 */
export const DrawLayer = ({
  tool,
  frame,
  onDraw,
}: {
  tool: Exclude<DrawTool, 'erase'>
  frame: SheetFrame
  onDraw: (mark: DrawnMark, isTouch: boolean) => void
}) => {
  const { review, drawing: texts } = useTexts()
  const [line, setLine] = useState<readonly number[] | null>(null)
  const crosshair = useCrosshair(frame.turns, (points) => {
    const mark = finished(tool, points)
    if (mark) onDraw(mark, false)
    return mark !== null || tool === 'pin'
  })
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.isPrimary || event.button !== 0) return setLine(null)
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = frame.pointAt(event)
    setLine([x, y])
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!line || !event.isPrimary) return
    // Between two frames a pen reports more places than one.
    const places = event.nativeEvent.getCoalescedEvents?.() ?? []
    const found = (places.length > 0 ? places : [event.nativeEvent]).flatMap((place) => {
      const { x, y } = frame.pointAt(place)
      return [x, y]
    })
    setLine([...line, ...found])
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (!line || !event.isPrimary) return
    setLine(null)
    const mark = finished(tool, line)
    if (mark) onDraw(mark, event.pointerType === 'touch')
  }
  const by = line ?? (tool === 'box' ? crosshair.points : null)
  const shown = by && shownSoFar(tool, by)
  // A line drawn by hand has no keys; a pin and a box are set where a crosshair stands.
  const byKeys = tool !== 'pen' && {
    role: 'application',
    ...crosshair.props(tool === 'box'),
    tabIndex: 0,
    onMouseDown: focusAround,
    'aria-label': texts.byKeys(review.drawNames[tool]),
  }
  return (
    <div
      className={styles.layer}
      data-tool={tool}
      data-own-touch
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setLine(null)}
      // The press that ends a touch would be one on the number of the mark that has just appeared below the finger.
      onTouchEnd={(event) => event.cancelable && event.preventDefault()}
      {...byKeys}
    >
      {shown && <DrawnLines marks={[{ ...shown, number: 0 }]} />}
      {crosshair.at && <i className={styles.crosshair} style={{ '--x': crosshair.at.x, '--y': crosshair.at.y }} />}
    </div>
  )
}
