import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageOf, mayTell, scoresOf } from './statistics-rules.ts'

const shares = fc.array(
  fc.record({ percent: fc.integer({ min: 0, max: 100 }), many: fc.integer({ min: 1, max: 40 }) }),
  { maxLength: 20 },
)

test('whatever is told together, no class of fewer than five is the rest of it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }), (released) => {
      if (!mayTell(released)) return
      const all = released.reduce((sum, many) => sum + many, 0)
      const told = released.filter((many) => many >= 5).reduce((sum, many) => sum + many, 0)
      expect(all).toBeGreaterThanOrEqual(5)
      expect([0, ...Array.from({ length: 96 }, (_, at) => at + 5)]).toContain(all - told)
    }),
  )
})

test('every released score stands in one of the tens, and the median has as many below as above', () => {
  fc.assert(
    fc.property(shares, (given) => {
      const all = given
        .flatMap(({ percent, many }) => Array.from({ length: many }, () => percent))
        .toSorted((a, b) => a - b)
      const scores = scoresOf(given, 60)
      expect(scores === null).toBe(all.length < 5)
      if (scores === null) return
      expect(scores.tens.reduce((sum, many) => sum + many, 0)).toBe(all.length)
      const middle = all.length / 2
      expect(scores.median).toBe(((all[Math.ceil(middle) - 1] ?? 0) + (all[Math.floor(middle)] ?? 0)) / 2)
      expect(scores.below).toBe(all.filter((percent) => percent < 60).length)
      expect(averageOf(given)).toBeCloseTo(all.reduce((sum, percent) => sum + percent, 0) / all.length, 0)
    }),
  )
})
