import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropBox } from './crop-box.ts'

test('a pin in the middle is seen in its line, one at the edge as near to it as the page allows', () => {
  expect(cropBox([0.5, 0.5])).toEqual({ x: 0.25, y: 0.45, width: 0.5, height: 0.1 })
  expect(cropBox([1, 0])).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.1 })
})

test('every mark lies within what is cut out, and that within the page', () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 40 }), (pairs) => {
      const { x, y, width, height } = cropBox(pairs.flat())
      const near = 1e-9
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + near)
      for (const [px, py] of pairs) {
        expect(px >= x - near && px <= x + width + near).toBe(true)
        expect(py >= y - near && py <= y + height + near).toBe(true)
      }
    }),
  )
})
