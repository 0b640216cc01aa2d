import { expect, test } from 'vitest'
import { keep } from './kept-pages.ts'
import type { Kept } from './kept-pages.ts'

type Pages = readonly Kept<{ key: string }>[]

let visits = 0
const show = (
  pages: Pages,
  tab: number | null,
  open: readonly number[],
  part: { key?: string; ignoreCache?: boolean } = {},
): Pages => {
  visits += 1
  return keep(pages, {
    tab,
    where: { key: part.key ?? `visit ${visits}` },
    outlet: `page ${visits}`,
    ignoreCache: part.ignoreCache ?? false,
    open,
  })
}
const slots = (pages: Pages) => pages.map(({ slot }) => slot)

test('a student without the tab bar has one place for all pages', () => {
  const pages = show(show(show([], null, []), null, []), null, [])
  expect(slots(pages)).toEqual([0])
})

test('a page behind another tab keeps its place and is found there again', () => {
  const two = show(show([], 1, [1]), 2, [1, 2])
  expect(slots(two)).toEqual([0, 1])
  const back = show(two, 1, [1, 2])
  expect(slots(back)).toEqual([1, 0])
  expect(back[1]?.tab).toBe(1)
})

test('turning the tab bar on or off draws nothing anew', () => {
  const off = show([], null, [], { key: 'here' })
  const on = show(off, 4, [4], { key: 'here' })
  expect(slots(on)).toEqual(slots(off))
  expect(slots(show(on, null, [], { key: 'here' }))).toEqual(slots(off))
})

test('a reloaded tab is drawn in a new place', () => {
  const before = show([], 1, [1], { key: 'here' })
  expect(slots(show(before, 2, [2], { key: 'here' }))).toEqual([1])
})

test('five pages stay at most, the one seen longest ago goes', () => {
  const open = [1, 2, 3, 4, 5, 6]
  const pages = open.reduce<Pages>((list, tab) => show(list, tab, open), [])
  expect(pages.map(({ tab }) => tab)).toEqual([2, 3, 4, 5, 6])
})

test('a page of a closed tab goes, and one that is not to be cached goes when it is left; the others stay', () => {
  const three = show(show(show([], 1, [1]), 2, [1, 2], { ignoreCache: true }), 3, [1, 2, 3])
  expect(three.map(({ tab }) => tab)).toEqual([1, 3])
  expect(show(three, 3, [3]).map(({ tab }) => tab)).toEqual([3])
})

test('drawing the same page again changes nothing', () => {
  const shown = { tab: 1, where: { key: 'a' }, outlet: 'page', ignoreCache: false, open: [1] }
  const pages = keep([], shown)
  expect(keep(pages, shown)).toBe(pages)
})
