// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './testing/page.tsx'
import { bringFocusInView } from './focus-in-view.ts'

test('a student who turns the wheel over a number that was just typed moves the page and not the number', async () => {
  onTestFinished(bringFocusInView())
  const page = await openPage(
    <>
      <input type="number" aria-label="平均每天长高多少" defaultValue="3" />
      <input aria-label="姓名" />
    </>,
  )
  onTestFinished(() => page.close())
  for (const [name, stays] of [
    ['平均每天长高多少', false],
    ['姓名', true],
  ] as const) {
    const field = page.named('input', name)
    field.focus()
    field.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 100 }))
    // A browser changes the number of a field that has the focus.
    expect(document.activeElement === field).toBe(stays)
  }
})
