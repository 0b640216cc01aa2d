import { expect, test } from 'vitest'
import { beginningOf, wordsOf, worksOf } from './works-of-term.ts'
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

test('a long text is cut behind a sentence, a short one stands as it is', () => {
  expect(beginningOf('  一句话。\n\n 两句话。 ', 240)).toBe('一句话。\n两句话。')
  expect(beginningOf(`${'字'.repeat(199)}。${'尾'.repeat(90)}`, 240)).toBe(`${'字'.repeat(199)}。……`)
  expect(beginningOf('字'.repeat(300), 240)).toBe(`${'字'.repeat(240)}……`)
})

test('a formatted text gives its words', () => {
  expect(wordsOf('## 开头\n\n> **奶奶**的[布袋](https://a.example/b)\n- `一` 条\n1. 两 ~~三~~\n![图](/p.png)')).toBe(
    '开头\n\n奶奶的布袋\n一 条\n两 三\n',
  )
  expect(wordsOf(`${'['.repeat(20_000)}${']('.repeat(20_000)}`)).toContain('[')
})
