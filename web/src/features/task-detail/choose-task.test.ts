import { expect, test } from 'vitest'
import { defaultTask } from './choose-task.ts'
import type { MapNode, TaskMap } from './queries.ts'

const mapOf = (...states: MapNode['state'][]): TaskMap => ({
  tabs: [],
  groups: states.map((state, index) => ({
    key: String(index),
    title: '',
    order: index,
    count: 1,
    done: 0,
    children: [
      {
        id: index + 1,
        title: '',
        state,
        type: 'main',
        channel: 'online',
        due_at: null,
        close_at: null,
        late_rule: 'mark',
        late_percent: 0,
        late_cap: 100,
        locked: false,
        score: null,
        lock: [],
      },
    ],
  })),
})

test('a link without a task opens what the student is working on', () => {
  expect(defaultTask(mapOf('passed', 'available', 'doing'))?.id).toBe(3)
  expect(defaultTask(mapOf('doing', 'returned'))?.id).toBe(2)
})

test('with nothing under way it opens the first task that can be taken', () =>
  expect(defaultTask(mapOf('passed', 'locked', 'available'))?.id).toBe(3))

test('a guild where everything is done still shows something', () =>
  expect(defaultTask(mapOf('passed', 'failed'))?.id).toBe(1))

test('a guild without tasks shows none', () => expect(defaultTask(mapOf())).toBeUndefined())
