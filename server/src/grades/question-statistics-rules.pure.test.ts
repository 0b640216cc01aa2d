import { expect, test } from 'vitest'
import type { QuestionMark } from '../submissions/questions/marking-rules.ts'
import type { Question, QuestionKey } from '../tasks/questions/question-rules.ts'
import { countsOf, type AnsweredWork } from './question-statistics-rules.ts'

const blank: Question = { id: 'q', label: '面积', kind: 'blank', required: false, points: 2 }
const many: Question = { ...blank, kind: 'many', options: ['a', 'b'].map((id) => ({ id, text: id })) }
const key = (accepted: string[]): QuestionKey => ({ question_id: 'q', accepted, tolerance: 0, explanation: '' })
const work = (answer: string | string[], outcome: QuestionMark['outcome'] = 'wrong', task_id = 1): AnsweredWork => ({
  task_id,
  answers: { q: answer },
  marks: [{ question_id: 'q', outcome, points: 0, max: 2 }] as QuestionMark[],
})

test('of fewer than five works nothing is told', () => {
  expect(
    countsOf(
      blank,
      key(['50']),
      Array.from({ length: 4 }, () => work('50', 'right')),
    ),
  ).toBeNull()
})

test('a class too small to be told is not found by taking the others from the whole', () => {
  const five = Array.from({ length: 5 }, () => work('50', 'right'))
  expect(countsOf(blank, key(['50']), [...five, work('48', 'wrong', 2)])).toBeNull()
  expect(countsOf(blank, key(['50']), [...five, work('48')])).toMatchObject({ works: 6, right: 5, wrong: 1 })
})

test('an answer only one student typed counts among the others and is never listed', () => {
  const counts = countsOf(blank, key(['50']), [
    work('50', 'right'),
    work('５０ ', 'right'),
    work('48'),
    work('48'),
    work('我是林雨桐'),
  ])
  expect(counts).toMatchObject({
    chosen: [
      { answer: '50', right: true, many: 2 },
      { answer: '48', right: false, many: 2 },
    ],
    others: 1,
  })
})

test('each option stands with how many chose it, also one that nobody did; blanks choose nothing', () => {
  const works = [work(['a']), work(['a']), work(['a']), work([], 'blank'), work([' '], 'blank')]
  expect(countsOf(many, key(['a', 'b']), works)).toMatchObject({
    blank: 2,
    chosen: [
      { answer: 'a', right: true, many: 3 },
      { answer: 'b', right: true, many: 0 },
    ],
    others: 0,
  })
})
