import { expect, test } from 'vitest'
import { worksOf } from './works-of-term.ts'
import type { OwnVersion } from './works-of-term.ts'

const handedIn = (given: Partial<OwnVersion>): OwnVersion =>
  ({
    task_id: 1,
    version: 1,
    status: 'released',
    state: 'passed',
    submitted_at: '2026-10-09T04:00:00Z',
    ...given,
  }) as OwnVersion
const numbers = (versions: OwnVersion[], span: Parameters<typeof worksOf>[1] = null) =>
  worksOf(versions, span).map(({ first, last, versions: count }) => [first?.version ?? null, last.version, count])

test('a work is its first and its last version; what was taken back is neither', () => {
  expect(
    numbers([
      handedIn({ version: 4 }),
      handedIn({ version: 3, status: 'withdrawn' }),
      handedIn({ version: 2 }),
      handedIn({ version: 1 }),
      handedIn({ task_id: 2 }),
    ]),
  ).toEqual([
    [1, 4, 3],
    [null, 1, 1],
  ])
})

test('what is not passed or not out yet is no work, whatever stood before', () => {
  expect(numbers([handedIn({ version: 2, state: 'submitted', status: 'sealed' }), handedIn({ version: 1 })])).toEqual(
    [],
  )
  expect(numbers([handedIn({ state: 'failed' })])).toEqual([])
})

test('of a task done in rounds the last one counts, and a term begins and ends at its moments', () => {
  const rounds = [
    handedIn({ version: 2 }),
    handedIn({ version: 1 }),
    handedIn({ version: 3 }),
    handedIn({ version: 1 }),
  ]
  expect(numbers(rounds)).toEqual([[1, 2, 2]])
  const at = Date.parse('2026-10-09T04:00:00Z')
  expect(numbers([handedIn({})], { from: at, to: at })).toHaveLength(1)
  expect(numbers([handedIn({})], { from: at + 1, to: at + 2 })).toEqual([])
  expect(numbers([handedIn({})], { from: at - 2, to: at - 1 })).toEqual([])
})
