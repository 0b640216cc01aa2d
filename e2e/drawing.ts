import { expect, type Page } from '@playwright/test'

/** Points of a page, as fractions of its width and height. */
export type Line = readonly (readonly [number, number])[]

/** A ring round what stands in the upper half. */
export const ring: Line = Array.from({ length: 30 }, (_, at) => {
  const angle = (at / 29) * 2 * Math.PI
  return [0.5 + 0.15 * Math.cos(angle), 0.3 + 0.06 * Math.sin(angle)] as const
})

/** The points of a line on a picture under review, in coordinates of the window. */
const placesOn = async (page: Page, name: RegExp, line: Line) => {
  const picture = page.getByRole('region', { name: '文件' }).getByRole('img', { name })
  // A page is drawn anew once it is there in full.
  let box: Awaited<ReturnType<typeof picture.boundingBox>> = null
  await expect(async () => {
    await picture.scrollIntoViewIfNeeded({ timeout: 2_000 })
    box = await picture.boundingBox()
    expect(box).not.toBeNull()
  }).toPass()
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
  return line.map(([left, top]) => ({ x: x + width * left, y: y + height * top }))
}

/** Draws over a picture under review with the mouse. */
export const drawByMouse = async (page: Page, name: RegExp, line: Line): Promise<void> => {
  for (const [at, { x, y }] of (await placesOn(page, name, line)).entries()) {
    await page.mouse.move(x, y)
    if (at === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

/** Draws over a picture under review with one finger. */
export const drawByFinger = async (page: Page, name: RegExp, line: Line): Promise<void> => {
  const places = await placesOn(page, name, line)
  const devtools = await page.context().newCDPSession(page)
  for (const [at, place] of places.entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [place],
    })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
