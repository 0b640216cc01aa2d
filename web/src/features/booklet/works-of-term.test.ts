import { submissions } from '@tongchuang/contract/submissions.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { worksOf } from './works-of-term.ts'
import type { OwnVersion } from './works-of-term.ts'

const handedIn = (given: Partial<OwnVersion>): OwnVersion =>
  sampleOf(submissions.mine.output.properties.list.items, {
    task_id: 1,
    version: 1,
    status: 'released',
    state: 'passed',
    submitted_at: '2026-10-09T04:00:00Z',
    ...given,
  })
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

test('a try that was returned after the work had passed takes its place neither as the last version nor among those before', () => {
  const back = handedIn({ version: 3, went_back: true, score: 30 })
  expect(numbers([back, handedIn({ version: 2, score: 80 }), handedIn({ version: 1 })])).toEqual([[1, 2, 2]])
  expect(numbers([{ ...back, version: 2 }, handedIn({ version: 1 })])).toEqual([[null, 1, 1]])
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
