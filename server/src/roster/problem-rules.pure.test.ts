import { expect, test } from 'vitest'
import { likenessOf, problemWords, shownProblem } from './problem-rules.ts'

test('a problem says what another row says, as it is written there', () => {
  const problem = { key: 'two_names', line: 9, place: 3, other: '$& {place}' } as const
  expect(problemWords(problem)).toEqual({
    zh: '同一学号在第3行写的是$& {place}',
    en: 'Row 3 has the same number with the name $& {place}',
  })
  expect(shownProblem(problem)).toEqual({ cause: 'two_names', other_line: 9, other_place: 3, other: '$& {place}' })
})

test('what can be put right in its row says where, the rest is shown as it is', () => {
  expect(shownProblem({ key: 'scientific' })).toMatchObject({ cause: 'number', other_line: 0, other: '' })
  expect(shownProblem({ key: 'full' }).cause).toBe('other')
  expect(shownProblem(null).cause).toBe('')
})

test('all who are asked whether they are the same person are asked alike; any other problem is alike only where it says the same', () => {
  const asked = (other: string) => JSON.stringify({ key: 'other_name', other })
  expect(likenessOf(asked('王一'))).not.toBeNull()
  expect(likenessOf(asked('王一'))).toBe(likenessOf(asked('李二')))
  expect(likenessOf(JSON.stringify({ key: 'odd_class', other: '三班' }))).toBeNull()
})
