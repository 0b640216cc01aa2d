import { expect, test } from 'vitest'
import { addCopies } from './older-lists.ts'

test('a student on Windows 7 has lists that are sorted, turned round and changed as a copy', () => {
  const list = [3, 1, 2]
  const older: Record<string, (...given: unknown[]) => number[]> = {}
  addCopies(older)
  const made = (name: string, ...given: unknown[]) => older[name]?.apply(list, given)
  expect(made('toSorted', (a: number, b: number) => b - a)).toEqual([3, 2, 1])
  expect(made('toReversed')).toEqual([2, 1, 3])
  expect(made('toSpliced', 1, 1, 7, 8)).toEqual([3, 7, 8, 2])
  expect(list).toEqual([3, 1, 2])
  expect(Object.keys(older)).toEqual([])
})
