import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { columnWidth, MANY_COLUMNS, rowHeight } from './use-visible-cells.ts'

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
}

/** Scrolls a column into view, next to the names, which stay at the left. */
const bringColumn = (box: HTMLElement, column: number): void => {
  const names = box.querySelector('tbody th')?.clientWidth ?? 0
  const left = column * columnWidth
  if (left < box.scrollLeft) box.scrollTo({ left: Math.max(0, left - names) })
  if (left + 3 * columnWidth > box.scrollLeft + box.clientWidth - names)
    box.scrollTo({ left: left + 4 * columnWidth - box.clientWidth + names })
}

/** Tracks the focused cell and moves it by keys; a distant row or column is scrolled into view first. */
export const useCellFocus = (
  box: RefObject<HTMLElement | null>,
  /** Changes when other rows scroll into view. */
  view: unknown,
  { rows, columns }: { rows: number; columns: number },
) => {
  const [last, setFocus] = useState({ row: 0, column: 0 })
  // With a filter the grid may have become smaller: the last cell it still has is reached instead.
  const row = Math.min(last.row, Math.max(0, rows - 1))
  const column = Math.min(last.column, Math.max(0, columns - 1))
  // The cell that waits for the focus. A scroll draws the grid once more, perhaps after a key was pressed and before
  // the cell it leads to is the current one: the focus is not given away to the cell of before.
  const wanted = useRef<typeof last | null>(null)
  useEffect(() => {
    if (wanted.current !== last) return
    const cell = box.current?.querySelector<HTMLElement>('td[tabindex="0"], td[data-reach] input')
    // A distant row is drawn only after scrolling: until then the focus waits.
    if (!cell) return
    wanted.current = null
    cell.focus({ preventScroll: true })
    // The focus alone leaves a cell at the edge half visible.
    cell.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [box, last, view])

  const step = (move: readonly [rows: number, columns: number]) => {
    const to = {
      row: Math.min(Math.max(0, row + move[0]), rows - 1),
      column: Math.min(Math.max(0, column + move[1]), columns - 1),
    }
    const element = box.current
    if (element) {
      // The row may not be rendered yet, so it is scrolled into view first.
      if (to.row * rowHeight < element.scrollTop) element.scrollTo({ top: to.row * rowHeight })
      if ((to.row + 3) * rowHeight > element.scrollTop + element.clientHeight - 60)
        element.scrollTo({ top: (to.row + 4) * rowHeight - element.clientHeight + 60 })
      if (columns > MANY_COLUMNS) bringColumn(element, to.column)
    }
    wanted.current = to
    setFocus(to)
  }
  const moveBy = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    step(move)
  }
  return { focus: { row, column }, setFocus, moveBy, down: () => step([1, 0]) }
}
