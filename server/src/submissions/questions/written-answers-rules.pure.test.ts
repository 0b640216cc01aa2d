import { expect, test } from 'vitest'
import type { Question } from '../../tasks/questions/question-rules.ts'
import { writtenAnswers } from './written-answers-rules.ts'

const said = { comma: '、', right: '对', wrong: '错', blank: '（空着）', gone: '（题目已不在）' }
const options = [
  { id: 'x1', text: '春' },
  { id: 'x2', text: '秋' },
]
const question = (id: string, kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  ...{ id, kind, label: `题目${id}`, required: false },
  ...more,
})

test('a teacher reads what a student chose and typed, not the ids of options', () => {
  const questions = [
    question('a', 'one', { options }),
    question('b', 'many', { options }),
    question('c', 'truefalse'),
    question('d', 'number', { unit: '厘米' }),
    question('e', 'text'),
  ]
  const answers = { a: 'x2', b: ['x1', 'x2'], c: 'false', d: 3.5, e: '' }
  expect(writtenAnswers(questions, answers, said).split('\n\n')).toEqual([
    ...['1. 题目a', '秋', '2. 题目b', '春、秋', '3. 题目c', '错', '4. 题目d', '3.5 厘米', '5. 题目e', '（空着）'],
  ])
})

test('an answer to a question that is gone is still read, and a task without questions has nothing to read', () => {
  expect(writtenAnswers([], { z: '写过的' }, said)).toBe('（题目已不在）\n\n写过的')
  expect(writtenAnswers([], {}, said)).toBe('')
})
