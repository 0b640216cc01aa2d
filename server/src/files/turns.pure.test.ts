import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const later = (): { promise: Promise<void>; resolve: () => void } => Promise.withResolvers<void>()

test('people take turns, one item at a time, and an item that fails does not delay others', async () => {
  const turn = createTurns(100)
  const done: string[] = []
  let underWay = 0
  const work = (name: string) => async () => {
    expect((underWay += 1)).toBe(1)
    await Promise.resolve()
    underWay -= 1
    done.push(name)
    if (name === 'a2') throw new Error('broken')
    return name
  }
  const asked = [
    turn(1, work('a1')),
    turn(1, work('a2')),
    turn(1, work('a3')),
    turn(2, work('b1')),
    turn(3, work('c1')),
    turn(2, work('b2')),
  ]
  const outcomes = await Promise.allSettled(asked)
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

test('where too much waits already, one more is refused and the others are done', async () => {
  const turn = createTurns(2)
  const first = later()
  const asked = [turn(1, () => first.promise), turn(1, async () => {}), turn(2, async () => {})]
  await expect(turn(3, async () => {})).rejects.toMatchObject({ reason: 'BUSY' })
  first.resolve()
  await Promise.all(asked)
  await turn(3, async () => {})
})
