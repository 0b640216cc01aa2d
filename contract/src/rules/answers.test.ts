import { expect, test } from 'vitest'
import { isAnswered, isChoice } from './answers.ts'

test('a student has answered with a zero, a word or a choice, and not with blanks, an empty choice or nothing', () => {
  expect([0, '菱形', ['a']].map(isAnswered)).toEqual([true, true, true])
  expect(['', ' \n　', [], undefined].map(isAnswered)).toEqual([false, false, false, false])
})

test('a student chooses among options where one or many are right, and nowhere else', () => {
  const kinds = ['one', 'many', 'truefalse', 'blank', 'number', 'text']
  expect(kinds.filter((kind) => isChoice({ kind }))).toEqual(['one', 'many'])
})
