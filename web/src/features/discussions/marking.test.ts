import { expect, test } from 'vitest'
import { insertLine, mark } from './marking.ts'

test('marks go around what is selected and come off again', () => {
  const bold = mark({ text: '要不要去掉', from: 3, to: 5 }, 'bold')
  expect(bold).toEqual({ text: '要不要**去掉**', from: 5, to: 7 })
  expect(mark(bold, 'bold')).toEqual({ text: '要不要去掉', from: 3, to: 5 })
})

test('with nothing selected the caret stands between the marks', () => {
  expect(mark({ text: '', from: 0, to: 0 }, 'formula')).toEqual({ text: '$$', from: 1, to: 1 })
})

test('several lines of code become a block', () => {
  expect(mark({ text: 'a = 1\nb = 2', from: 0, to: 11 }, 'code').text).toBe('```\na = 1\nb = 2\n```')
})

test('a picture stands on a line of its own', () => {
  expect(insertLine({ text: '看图', from: 2, to: 2 }, '![](/api/files/7)')).toEqual({
    text: '看图\n![](/api/files/7)\n',
    from: 21,
    to: 21,
  })
})
