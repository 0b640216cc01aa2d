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
