import { expect, test } from 'vitest'
import { frequentComments, type WrittenComment } from './comment-rules.ts'

const written = (user_id: number, text: string, file_id?: number): WrittenComment => ({
  ...{ user_id, text, name: `同学${user_id}` },
  drawn: file_id === undefined ? null : { file_id, points: [0.5, 0.5] },
})

test('what two students got is frequent, whatever stop ends it; what one got twice is not', () => {
  const found = frequentComments([
    written(1, '答要带单位'),
    written(2, '答要带单位 。！'),
    written(3, '−2没有乘进去', 7),
    written(4, '−2没有乘进去', 8),
    written(5, '−2没有乘进去', 9),
    written(6, '只说给一个人'),
    written(6, '只说给一个人'),
    written(7, ' '),
    written(8, ''),
  ])
  expect(found).toEqual([
    {
      ...{ text: '−2没有乘进去', students: 3 },
      places: [
        { file_id: 7, points: [0.5, 0.5], name: '同学3' },
        { file_id: 8, points: [0.5, 0.5], name: '同学4' },
      ],
    },
    { text: '答要带单位', students: 2, places: [] },
  ])
})

test('eight at most, the most frequent first', () => {
  const many = Array.from({ length: 12 }, (_, at) =>
    Array.from({ length: at + 2 }, (_, student) => written(student, `批注${at}`)),
  ).flat()
  expect(frequentComments(many).map(({ students }) => students)).toEqual([13, 12, 11, 10, 9, 8, 7, 6])
})
