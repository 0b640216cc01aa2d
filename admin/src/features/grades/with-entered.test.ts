import { expect, test } from 'vitest'
import { withEntered } from './with-entered.ts'

const student = (user_id: number) => ({ student: { user_id }, average: null, cells: [] })
const page = (...users: number[]) => ({
  tasks: [
    { id: 7, held: 0, members: [{ task_id: 7, held: 0 }] },
    {
      id: 8,
      held: 2,
      members: [
        { task_id: 8, held: 2 },
        { task_id: 9, held: 0 },
      ],
    },
  ],
  students: { list: users.map(student) },
})
const grid = { pages: [page(1, 2), page(3)], pageParams: [] } as never
const typed = { text: '', released_at: null }

test('what is typed stands in its cell on its page, and all pages count it as held', () => {
  const saved = { ...typed, user_id: 3, version: 1, word: 'score' as const, score: 87, held: true }
  const after = withEntered(8, saved)(grid)
  expect(after?.pages[1]?.students.list[0]?.cells).toMatchObject([
    { t: 1, mark: 'held', score: 87, entered: { version: 1, held: true } },
  ])
  expect(after?.pages.map(({ tasks }) => tasks[1]?.held)).toEqual([3, 3])
  const again = withEntered(8, { ...saved, version: 2, score: 90 })(after)
  expect(again?.pages[0]?.tasks[1]?.held).toBe(3)
  const blank = withEntered(8, { ...saved, version: 3, word: 'blank', score: null, held: false })(again)
  expect(blank?.pages[0]?.tasks[1]?.held).toBe(2)
  expect(blank?.pages[1]?.students.list[0]?.cells).toMatchObject([{ mark: 'blank', entered: { version: 3 } }])
})

test('a result of a student or task that is not loaded leaves the grid unchanged', () => {
  const saved = { ...typed, user_id: 9, version: 1, word: 'missing' as const, score: null, held: true }
  expect(withEntered(8, saved)(grid)).toBe(grid)
  expect(withEntered(5, { ...saved, user_id: 1 })(grid)).toBe(grid)
})

test('in a column of several classes it is of the class it was typed in', () => {
  const saved = { ...typed, user_id: 1, version: 1, word: 'score' as const, score: 87, held: true }
  const [first] = withEntered(9, saved)(grid)?.pages ?? []
  expect(first?.students.list[0]?.cells).toMatchObject([{ t: 1, task_id: 9, score: 87 }])
  expect(first?.tasks[1]).toMatchObject({ held: 3, members: [{ held: 2 }, { held: 1 }] })
})
