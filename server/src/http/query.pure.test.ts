import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../testing/cpu-time.ts'
import { malformedQuery, maxPairs, parseQuery } from './query.ts'

test('whatever is sent arrives under its name, and what is sent more than once in its order', () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '甲'), fc.string({ unit: 'grapheme' })), {
    maxLength: maxPairs,
  })
  fc.assert(
    fc.property(pairs, (sent) => {
      const read = parseQuery(new URLSearchParams(sent).toString())
      expect(read[malformedQuery]).toBeUndefined()
      for (const [name] of sent)
        expect([read[name]].flat()).toEqual(sent.filter(([other]) => other === name).map(([, value]) => value))
    }),
  )
})

test('a query that repeats one name thousands of times is refused, as quickly as a long address of a call is read', () => {
  const asked = 'a&'.repeat(maxPairs - 1)
  const made = 'a&'.repeat(7_900)
  const costOf = (query: string): number => {
    const began = cpuTime()
    for (let time = 0; time < 5; time += 1) parseQuery(query)
    return cpuTime() - began
  }
  costOf(asked)
  expect(costOf(made)).toBeLessThan(10 * costOf(asked) + 50)
  expect(parseQuery(asked)[malformedQuery]).toBeUndefined()
  expect(parseQuery(made)).toEqual({ [malformedQuery]: true })
})
