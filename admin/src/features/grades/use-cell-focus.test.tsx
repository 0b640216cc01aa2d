// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { useCellFocus } from './use-cell-focus.ts'

let scroll: () => void

const Grid = () => {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(0)
  useLayoutEffect(() => void (scroll = () => setView((before) => before + 1)), [])
  const { focus, moveBy } = useCellFocus(box, view, { rows: 1, columns: 3 })
  // The next cell is drawn when the page finds time, as on a slow phone.
  const press = (event: KeyboardEvent) => startTransition(() => moveBy(event))
  return (
    <div ref={box} role="grid" tabIndex={-1} onKeyDown={press}>
      <table>
        <tbody>
          <tr>
            {[0, 1, 2].map((column) => (
              <td key={column} tabIndex={focus.column === column ? 0 : -1}>
                {column}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

test('a teacher who presses an arrow while the grid still scrolls has the focus in the cell they went to', async () => {
  const { all, doing, press } = await openPage(<Grid />)
  await doing(() => all('td')[0]?.focus())
  await press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('1')
  await doing(() => {
    const key = new window.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(key)
    flushSync(scroll)
  })
  expect(document.activeElement?.textContent).toBe('2')
})
