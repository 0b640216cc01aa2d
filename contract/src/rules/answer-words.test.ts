import { expect, test } from 'vitest'
import { answersInWords } from './answer-words.ts'

const question = { required: false, points: 5 }
const questions = [
  { id: 'opens', label: '开口向下', kind: 'truefalse' as const, ...question },
  {
    id: 'poets',
    label: '唐代诗人',
    kind: 'many' as const,
    options: [
      { id: 'a', text: '李白' },
      { id: 'b', text: '杜甫' },
    ],
    ...question,
  },
  { id: 'why', label: '为什么', kind: 'text' as const, ...question },
]

test('whoever compares two versions reads the answers as they were chosen, in the order of the questions', () => {
  expect(answersInWords(questions, { poets: ['b', 'a'], opens: 'true' }, { true: '对', false: '错' })).toEqual([
    { id: 'opens', label: '开口向下', words: '对' },
    { id: 'poets', label: '唐代诗人', words: '杜甫, 李白' },
  ])
})
