import { expect, test } from 'vitest'
import type { Form } from '../editing/editing-rules.ts'
import { columnsAlong, criteriaAlong, filesAlong, needsAlong } from './set-rules.ts'

const form = (given: Partial<Form>) => ({ title: '观察', content: '看', due_at: 10, chapter_id: 1, ...given }) as Form
const conflict = expect.objectContaining({ reason: 'CONFLICT' })

test('changed columns are copied to a class whose old values are the same, with the rendered text and without the chapter', () => {
  const wanted = form({ title: '再观察', content: '看两遍', chapter_id: 9 })
  const columns = {
    title: '再观察',
    content: '看两遍',
    content_html: '<p>看两遍</p>',
    render_pending: 0,
    chapter_id: 9,
  }
  expect(columnsAlong(form({}), { before: form({}), wanted }, columns)).toEqual({
    title: '再观察',
    content: '看两遍',
    content_html: '<p>看两遍</p>',
    render_pending: 0,
  })
})

test('a class with its own date keeps it; a class with its own text is a conflict', () => {
  const change = { before: form({}), wanted: form({ due_at: 20 }) }
  expect(columnsAlong(form({}), change, { due_at: 20 })).toEqual({ due_at: 20 })
  expect(columnsAlong(form({ due_at: 15 }), change, { due_at: 20 })).toEqual({})
  const renamed = { before: form({}), wanted: form({ title: '再观察' }) }
  expect(() => columnsAlong(form({ title: '自己的' }), renamed, { title: '再观察' })).toThrow(conflict)
  expect(columnsAlong(form({ title: '再观察' }), renamed, { title: '再观察' })).toEqual({})
})

test('copied criteria keep the ids they have in the other class', () => {
  const criterion = (id: number | undefined, label: string) => ({
    ...(id && { id }),
    label,
    description: '',
    weight: 50,
  })
  const before = [criterion(1, '完整'), criterion(2, '清楚')]
  const own = [criterion(11, '完整'), criterion(12, '清楚')]
  const wanted = [criterion(2, '很清楚'), criterion(undefined, '有例子')]
  expect(criteriaAlong(own, before, wanted)).toEqual([criterion(12, '很清楚'), criterion(undefined, '有例子')])
  expect(criteriaAlong(own, before, before)).toBeUndefined()
  expect(() => criteriaAlong([criterion(11, '自己的')], before, wanted)).toThrow(conflict)
})

test('files are copied in their new order, and a class that has them already is not changed', () => {
  expect(filesAlong([1, 2], [1, 2], [2, 1])).toEqual([2, 1])
  expect(filesAlong([2, 1], [1, 2], [2, 1])).toBeUndefined()
  expect(() => filesAlong([3], [1, 2], [2, 1])).toThrow(conflict)
})

test('prerequisites become the matching tasks of the other class, and their order makes no difference', () => {
  const standIns = new Map([
    [1, 101],
    [2, 102],
  ])
  expect(needsAlong([101], [1], [1, 2, 3], standIns)).toEqual([101, 102])
  expect(needsAlong([102, 101], [1, 2], [2, 1], standIns)).toBeUndefined()
  expect(() => needsAlong([555], [1], [1, 2], standIns)).toThrow(conflict)
})
