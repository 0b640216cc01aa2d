import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

const word = (id: string, user_id: number) => ({ id, user_ids: [user_id], change: { kind: 'discussion', task_id: 1 } })
const idsOf = (words: { id: string }[] | null) => words && words.map(({ id }) => id)

test('a reader is told what happened in a time that is known, and that it is not known otherwise', () => {
  let now = 1_000
  const recent = createRecent(2, () => now)
  const ofLast = (ms: number) => idsOf(recent.ofLast(ms, 5))
  expect([ofLast(0), ofLast(1)]).toEqual([null, null])
  for (const id of ['a', 'b', 'c', 'd']) {
    now += 100
    recent.add(word(id, id === 'c' ? 6 : 5))
  }
  expect([ofLast(0), ofLast(150), ofLast(399), ofLast(400)]).toEqual([['d'], ['d'], ['a', 'b', 'd'], null])
  now += 100
  recent.add(word('e', 5))
  // Only d and e are still kept, and c was the last one before them.
  expect([ofLast(199), ofLast(200)]).toEqual([['d', 'e'], null])
  recent.forget()
  now += 100
  expect([ofLast(99), ofLast(100)]).toEqual([[], null])
})
