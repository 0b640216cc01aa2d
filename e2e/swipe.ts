import type { Locator, Page } from '@playwright/test'

/** Swipes with one finger across an element, from one fraction of its width to another. */
export const swipe = async (page: Page, element: Locator, from: number, to: number): Promise<void> => {
  const box = await element.boundingBox()
  if (!box) throw new Error('there is nothing to swipe')
  const devtools = await page.context().newCDPSession(page)
  const y = box.y + 40
  const point = (part: number) => [{ x: box.x + box.width * part, y }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) })
  for (const part of [(from + to) / 2, to])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(part) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
