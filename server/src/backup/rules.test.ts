import { expect, test } from 'vitest'
import { backupName, isDue, isKept, madeAt, tooOld } from './rules.ts'

const hour = 3_600_000
const now = Date.parse('2026-10-12T18:30:05.000Z')
const nameAt = (at: number) => backupName(at, 'Asia/Shanghai')

test('temporary rows, search indexes and migrations stay out of a backup, every other table is in it', () => {
  expect(['users', 'entered_results', 'area_marks', 'migrations', 'sessions', 'search_works'].map(isKept)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a backup says in its name when it was made on the clock of the school; no other file is taken for one', () => {
  // In the night of the 13th, which an office in Shanghai would look for by that date.
  expect(backupName(now, 'Asia/Shanghai')).toBe('tongchuang-2026-10-13T02-30-05.zip')
  expect(backupName(now, 'America/New_York')).toBe('tongchuang-2026-10-12T14-30-05.zip')
  expect(madeAt(backupName(now, 'UTC'))).toBe(now)
  for (const name of ['tongchuang-2026-10-12.zip', 'x-tongchuang-2026-10-12T18-30-05.zip', 'tongchuang.zip', ''])
    expect(madeAt(name)).toBeNull()
})

test('the newest backups stay, and only files named as backups are ever removed', () => {
  const names = [0, 1, 2, 3].map((days) => nameAt(now - days * 24 * hour))
  expect(tooOld([...names, 'holiday.zip'], 2, now)).toEqual(names.slice(2))
  expect(tooOld(names, 7, now)).toEqual([])
})

test('a backup dated in the future pushes out none that was made since', () => {
  const ahead = [400, 399].map((days) => nameAt(now + days * 24 * hour))
  const names = [0, 1, 2].map((days) => nameAt(now - days * 24 * hour))
  expect(tooOld([...ahead, ...names], 3, now)).toEqual(ahead)
  expect(tooOld([...ahead, names[0]!], 2, now)).toEqual(ahead.slice(1))
  // Clocks of two machines differ, and so may the hour somebody takes for UTC.
  const soon = nameAt(now + 20 * hour)
  expect(tooOld([soon, ...names], 3, now)).toEqual(names.slice(2))
})

test.each<[what: string, last: { done: number | null; since: number | null }, at: number, due: boolean]>([
  ['a school without anybody', { done: null, since: null }, 3, false],
  ['the first night of a school', { done: null, since: now - hour }, 3, true],
  ['the same night once more', { done: now - hour, since: 0 }, 4, false],
  ['the next night', { done: now - 24 * hour, since: 0 }, 3, true],
  ['five o’clock', { done: now - 24 * hour, since: 0 }, 5, false],
  ['a day after a night in which the machine was off', { done: now - 26 * hour, since: 0 }, 10, true],
  ['the first day of a school', { done: null, since: now - 25 * hour }, 10, false],
  ['a night after the clock was ahead', { done: now + 400 * 24 * hour, since: 0 }, 3, true],
  ['a day after the clock was ahead', { done: now + 400 * 24 * hour, since: 0 }, 10, true],
  ['the same night by another machine’s clock', { done: now + hour / 2, since: 0 }, 3, false],
])('a backup in %s', (_what, last, at, due) => {
  expect(isDue(last, now, at)).toBe(due)
})
