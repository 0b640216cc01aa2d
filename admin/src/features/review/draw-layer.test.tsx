// @vitest-environment happy-dom
import type { DrawnMark } from '@tongchuang/contract/area-marks.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { DrawLayer } from './draw-layer.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a finger that sets a pin does not also press the number that appears below it, which would open the drawer', async () => {
  const drawn: DrawnMark[] = []
  const frame = { pointAt: () => ({ x: 0.5, y: 0.25 }), turns: 0, size: { width: 300, height: 400 } }
  const page = await openPage(<DrawLayer tool="pin" frame={frame} onDraw={(mark) => void drawn.push(mark)} />)
  const layer = document.querySelector<HTMLElement>('[data-tool="pin"]')
  if (!layer) throw new Error('there is nothing to draw on')
  layer.setPointerCapture = () => undefined
  const finger = { isPrimary: true, button: 0, pointerType: 'touch', bubbles: true }
  await page.doing(() => layer.dispatchEvent(new PointerEvent('pointerdown', finger)))
  await page.doing(() => layer.dispatchEvent(new PointerEvent('pointerup', finger)))
  expect(drawn).toEqual([{ shape: 'pin', points: [0.5, 0.25], text: '' }])
  const lifted = new Event('touchend', { bubbles: true, cancelable: true })
  await page.doing(() => layer.dispatchEvent(lifted))
  expect(lifted.defaultPrevented, 'a browser presses nothing after it').toBe(true)
  await page.close()
})

test('a teacher without a mouse sets a pin and frames a place with the arrow keys, as the turned page is seen', async () => {
  const drawn: DrawnMark[] = []
  const frame = { pointAt: () => ({ x: 0, y: 0 }), turns: 0, size: { width: 300, height: 400 } }
  const layer = (tool: 'pin' | 'box', turns: number) => (
    <DrawLayer tool={tool} frame={{ ...frame, turns }} onDraw={(mark) => void drawn.push(mark)} />
  )
  const pinning = await openPage(layer('pin', 0))
  const press = async (page: typeof pinning, key: string, shiftKey = false) => {
    const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
    await page.doing(() => document.activeElement?.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(await press(pinning, 'ArrowRight'), 'elsewhere an arrow turns the page').toBe(false)
  await pinning.doing(() => document.querySelector<HTMLElement>('[role="application"]')?.focus())
  expect(await press(pinning, 'ArrowRight')).toBe(true)
  await press(pinning, 'ArrowDown', true)
  await press(pinning, 'Enter')
  expect(drawn.splice(0)).toEqual([{ shape: 'pin', points: [0.52, 0.6], text: '' }])
  await pinning.close()
  const framing = await openPage(layer('box', 1))
  await framing.doing(() => document.querySelector<HTMLElement>('[role="application"]')?.focus())
  await press(framing, 'Enter')
  await press(framing, 'Enter')
  expect(drawn, 'two corners in one place are no box yet').toEqual([])
  await press(framing, 'ArrowRight', true)
  await press(framing, ' ')
  await framing.close()
  // To the right on a page turned to the right is up on the upright one.
  expect(drawn).toEqual([{ shape: 'box', points: [0.5, 0.5, 0.5, 0.4], text: '' }])
})
