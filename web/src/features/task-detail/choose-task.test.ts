import { expect, test } from 'vitest'
import { defaultTask, finishedChapter } from './choose-task.ts'
import type { MapNode, TaskMap } from '../../queries/task-map.ts'

const mapOf = (...states: MapNode['state'][]): TaskMap => ({
  tabs: [],
  groups: states.map((state, index) => ({
    key: String(index),
    title: '',
    order: index,
    count: 1,
    done: 0,
    earned_at: null,
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
        excellent: false,
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

test('a guild in which all tasks are finished opens the first one', () =>
  expect(defaultTask(mapOf('passed', 'failed'))?.id).toBe(1))

test('a guild without tasks shows none', () => expect(defaultTask(mapOf())).toBeUndefined())

test('a chapter is finished when all of its tasks are passed or excused, and one is passed', () => {
  const chapterOf = (...states: MapNode['state'][]): TaskMap => {
    const children = mapOf(...states).groups.flatMap((group) => group.children)
    const part = {
      key: 'chapter:7',
      title: '学会数',
      order: 0,
      count: states.length,
      done: 0,
      earned_at: null,
      children,
    }
    return { tabs: [], groups: [part] }
  }
  expect(finishedChapter(chapterOf('passed', 'excused', 'passed'), 2)).toEqual({ id: 7, title: '学会数', count: 3 })
  expect(finishedChapter(chapterOf('passed', 'failed'), 1)).toBeNull()
  expect(finishedChapter(chapterOf('passed', 'submitted'), 1)).toBeNull()
  expect(finishedChapter(chapterOf('excused'), 1)).toBeNull()
  expect(finishedChapter(chapterOf('passed'), 9), 'a task of another chapter').toBeNull()
  expect(finishedChapter(mapOf('passed'), 1), 'a guild without chapters').toBeNull()
})
