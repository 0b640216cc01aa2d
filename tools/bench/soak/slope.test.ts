import { expect, test } from 'vitest'
import { halvesOf, slopeOf } from './slope.ts'

// Reproducible noise from a linear congruential generator.
const noise = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31 - 0.5

const pointsOf = (perMinute: number, spread: number, seed: number) => {
  const chance = noise(seed)
  let drift = 0
  // Looks that resemble the one before, as looks at a process do.
  return Array.from({ length: 360 }, (_, at) => ({
    minute: at / 6,
    value: 200 + (perMinute * at) / 6 + (drift = 0.8 * drift + spread * chance()),
  }))
}

test('a server that grows by 2 MB a minute is reported, and one whose memory only varies is not', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const growing = slopeOf(pointsOf(2, 20, seed))
    expect(Math.abs(growing.perMinute - 2)).toBeLessThan(0.5)
    expect(growing.perMinute - growing.margin).toBeGreaterThan(0.5)
  }
  const missed = Array.from({ length: 200 }, (_, at) => slopeOf(pointsOf(0, 20, at + 100))).filter(
    ({ perMinute, margin }) => Math.abs(perMinute) > margin,
  )
  expect(missed.length).toBeLessThan(24)
})

test('a straight line has no margin, and its second half lies higher by half its length', () => {
  const points = Array.from({ length: 10 }, (_, minute) => ({ minute, value: 3 * minute }))
  expect(slopeOf(points)).toEqual({ perMinute: 3, margin: 0 })
  expect(halvesOf(points)).toEqual({ first: 6, second: 21 })
})
