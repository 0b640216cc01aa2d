import { expect, test } from 'vitest'
import type { MapGroup, MapNode } from '../../queries/task-map.ts'
import { nextStop, placeAt, roadAcross, roadDown, rowInView, rowsOf } from './trail-rows.ts'

let ids = 0
const chapter = (key: string, ...states: MapNode['state'][]): MapGroup => ({
  key,
  title: key,
  order: 0,
  count: states.length,
  done: 0,
  earned_at: null,
  children: states.map((state) => ({
    id: (ids += 1),
    title: '',
    state,
    type: 'main',
    channel: 'online',
    due_at: null,
    close_at: null,
    late_rule: 'mark',
    late_percent: 0,
    late_cap: 100,
    locked: state === 'locked',
    score: null,
    excellent: false,
    lock: [],
  })),
})
const lengths = (group: MapGroup) => rowsOf(group).map(({ stops, hasBadge }) => stops.length + (hasBadge ? 1 : 0))

test('a chapter lies in rows of nearly the same length, and its badge ends the last', () => {
  const of = (count: number) =>
    chapter('chapter:1', ...Array.from({ length: count }, (): MapNode['state'] => 'available'))
  expect([1, 4, 5, 8, 20].map((count) => lengths(of(count)))).toEqual([[2], [5], [3, 3], [5, 4], [5, 5, 5, 5, 1]])
  expect(rowsOf(of(8)).map(({ hasBadge }) => hasBadge)).toEqual([false, true])
  expect(rowsOf(chapter('other', 'available')).map(({ hasBadge }) => hasBadge)).toEqual([false])
})

test('the next stop is what is to be revised, then what is under way, then what can be taken', () => {
  const groups = [chapter('chapter:1', 'passed', 'available'), chapter('chapter:2', 'doing', 'returned', 'locked')]
  const states = () => nextStop(groups)?.state
  expect(states()).toBe('returned')
  groups[1] = chapter('chapter:2', 'doing', 'locked')
  expect(states()).toBe('doing')
  const offline = chapter('chapter:2', 'doing')
  offline.children[0]!.channel = 'offline'
  groups[1] = offline
  expect(states()).toBe('available')
  expect(nextStop([chapter('chapter:1', 'passed', 'submitted')])).toBeUndefined()
})

test('at first the row of the next stop is in view, without one the first that is not behind, at the end the last', () => {
  const long = chapter('chapter:2', ...Array.from({ length: 7 }, (): MapNode['state'] => 'passed'), 'doing')
  expect(rowInView([chapter('chapter:1', 'passed'), long])).toEqual({ key: 'chapter:2', row: 1 })
  expect(rowInView([chapter('chapter:1', 'passed'), chapter('chapter:2', 'submitted')])?.key).toBe('chapter:2')
  expect(rowInView([chapter('chapter:1', 'passed'), chapter('chapter:2', 'excused')])?.key).toBe('chapter:2')
  expect(rowInView([])).toBeUndefined()
})

test('the road comes in where the row before left it, and meets each stop', () => {
  const across = roadAcross(5, true)
  expect(across.startsWith('M-20 136')).toBe(true)
  expect(across.endsWith(' 1020 136')).toBe(true)
  for (const index of [0, 1, 2, 3, 4]) {
    const { x, y } = placeAt(index, 5)
    expect(across).toContain(` ${x} ${y}`)
  }
  expect(roadDown(3, true).startsWith('M50 0')).toBe(true)
  expect(roadDown(3, true).endsWith(' 50 312')).toBe(true)
  expect(roadDown(3, false).endsWith(' 44 260')).toBe(true)
})
