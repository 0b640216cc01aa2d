import { expect, test } from 'vitest'
import { lettersThatFit, monthsBetween, panesOf, titlesOnCover } from './anthology-places.ts'

test('a class of any size is one window: everybody once in the order they came, the number in the middle, whole rows, never higher than wide', () => {
  for (let count = 1; count <= 500; count += 1) {
    const heads = Array.from({ length: count }, (_, at) => String(at))
    const { across, panes } = panesOf(heads)
    const rows = panes.length / across
    expect(panes.filter((pane) => pane !== null && pane !== 'number')).toEqual(heads)
    expect(panes.filter((pane) => pane === 'number')).toHaveLength(1)
    expect(panes.lastIndexOf(null) === -1 || panes.length - panes.indexOf(null) < across).toBe(true)
    expect(Number.isInteger(rows)).toBe(true)
    expect(rows).toBeLessThan(across)
  }
  const { across, panes } = panesOf(Array.from({ length: 41 }, () => 'a'))
  expect([across, panes.indexOf('number')]).toEqual([7, 24])
})

test('the less room the window takes the more titles stand beneath it, and never fewer than six', () => {
  expect([titlesOnCover(6, 7), titlesOnCover(1, 4)]).toEqual([6, 16])
})

test('the months go back from the last to the first, over a new year, and are at most three years', () => {
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  expect(monthsBetween('2026-11', '2026-11')).toEqual(['2026-11'])
  expect(monthsBetween('2010-01', '2026-11')).toHaveLength(36)
})

test('a poem takes a line of the sheet for each of its lines, English twice as many letters as Chinese', () => {
  const poem = Array.from({ length: 100 }, () => '月').join('\n')
  expect(poem.slice(0, lettersThatFit(poem, false)).trim().split('\n')).toHaveLength(27)
  expect(poem.slice(0, lettersThatFit(poem, true)).trim().split('\n')).toHaveLength(15)
  expect(lettersThatFit('长'.repeat(3_000), false)).toBe(27 * 40)
  expect(lettersThatFit('long '.repeat(600), false)).toBeGreaterThan(1_900)
  expect(lettersThatFit('一句话。', true)).toBeGreaterThanOrEqual(4)
})
