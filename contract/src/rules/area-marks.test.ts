import { expect, test } from 'vitest'
import { fitsPage, fitsShape, maxPoints, simplified } from './area-marks.ts'

const drawn = (count: number, at: (part: number) => [number, number]): number[] =>
  Array.from({ length: count }, (_, step) => at(step / (count - 1))).flat()

test('a straight line keeps its two ends, a circle keeps its roundness', () => {
  expect(simplified(drawn(400, (part) => [part, 0.5]))).toEqual([0, 0.5, 1, 0.5])
  const circle = drawn(2_000, (part) => [
    0.5 + 0.2 * Math.cos(part * 2 * Math.PI),
    0.5 + 0.2 * Math.sin(part * 2 * Math.PI),
  ])
  const kept = simplified(circle)
  expect(kept.length).toBeLessThan(120)
  expect(kept.length).toBeGreaterThan(30)
  for (let at = 0; at < kept.length; at += 2)
    expect(Math.hypot((kept[at] ?? 0) - 0.5, (kept[at + 1] ?? 0) - 0.5)).toBeCloseTo(0.2, 3)
})

test('a scribble of 60 000 points fits a page all the same', () => {
  const scribble = drawn(60_000, (part) => [Math.abs(Math.sin(part * 7_919)), Math.abs(Math.cos(part * 6_007))])
  const kept = simplified(scribble)
  expect(kept.length).toBeLessThanOrEqual(maxPoints)
  expect(fitsPage([{ points: kept, text: '' }])).toBe(true)
})

test('a mark has the points of its shape', () => {
  expect(fitsShape('pin', [0.1, 0.2])).toBe(true)
  expect(fitsShape('pin', [0.1, 0.2, 0.3, 0.4])).toBe(false)
  expect(fitsShape('box', [0.1, 0.2, 0.3, 0.4])).toBe(true)
  expect(fitsShape('pen', [0.1, 0.2, 0.3])).toBe(false)
})
