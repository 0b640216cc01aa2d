import { expect, test } from 'vitest'
import { changesOf, type Asked, type MarkedVersion, type StandingResult } from './remark-rules.ts'

const asked = (accepted: string): Asked => ({
  questions: [
    { id: 'form', label: '配方', kind: 'blank', required: false, points: 4 },
    { id: 'why', label: '为什么', kind: 'text', required: false, points: 6 },
  ],
  keys: [{ question_id: 'form', accepted: [accepted], tolerance: 0, explanation: '' }],
})
const wrong = { question_id: 'form', max: 4, outcome: 'wrong', points: 0 } as const
const right = { ...wrong, outcome: 'right', points: 4 } as const
const why = { question_id: 'why', max: 6, outcome: 'partial', points: 3 } as const
const task = { max_score: 100, scored: true, pass_line: 60, late_rule: 'mark', late_percent: 0, late_cap: 0 } as const

const version: MarkedVersion = {
  id: 1,
  enrolment_id: 9,
  version: 1,
  answers: JSON.stringify({ form: '3', why: '因为' }),
  marks: JSON.stringify([wrong, { ...why, outcome: 'open', points: null }]),
  due_at: null,
  submitted_at: 0,
}
/** A released result of 30: nothing for the first question, 3 of 6 by staff for the second. */
const result = {
  submission_id: 1,
  enrolment_id: 9,
  user_id: 5,
  marked_version: null,
  status: 'released',
  state: 'failed',
  decision: 'fail',
  criteria: '[]',
  score: 30,
  percent: 30,
  percent_final: 30,
  late_deduction: 0,
  question_marks: JSON.stringify([wrong, why]),
  question_given: JSON.stringify([{ question_id: 'why', points: 3 }]),
  once_otherwise: 0,
} as StandingResult

const changed = (given: Partial<StandingResult> = {}, key = '3', but = 0) =>
  changesOf(task, asked(key), { versions: [version], results: [{ ...result, ...given }], but })

test('a key that was put right gives the points of the machine anew, and the points of staff stay', () => {
  const { versions, results, waiting } = changed()
  expect(versions).toMatchObject([{ id: 1, marks: [right, { outcome: 'open' }] }])
  expect(results).toMatchObject([
    { kind: 'score', marks: [right, { points: 3 }], decision: 'pass', marking: { percent: 70, percent_final: 70 } },
  ])
  expect(waiting).toBe(0)
})

test('the same key changes nothing', () => {
  expect(changed({}, '4')).toEqual({ versions: [], results: [], waiting: 0 })
})

test('a score that staff typed stays; its questions are told right', () => {
  expect(changed({ score: 55, percent: 55, percent_final: 55 }).results).toMatchObject([
    { kind: 'marks', marks: [right, {}], marking: { percent: 55 }, decision: 'fail' },
  ])
})

test('a reviewer who once decided otherwise than the line says is followed', () => {
  expect(changed({ once_otherwise: 1 }).results).toMatchObject([{ kind: 'score', decision: 'fail' }])
})

test('a reviewer’s remarking leaves out returned works and their own', () => {
  expect(changed({ decision: 'return', state: 'returned' }).results).toEqual([])
  expect(changed({}, '3', 5).results).toEqual([])
})

test('a score that the machine gave on other full marks is still the machine’s, however it was rounded then', () => {
  const thirds = (accepted: string): Asked => {
    const { questions, keys } = asked(accepted)
    return { keys, questions: questions.map((one, at) => ({ ...one, points: at + 1 })) }
  }
  const [missed, half] = [
    { ...wrong, max: 1 },
    { ...why, max: 2, points: 1 },
  ]
  // 3.33 of 10 is 33.3 %; of 100 the same questions come to 33.33.
  const ofTen = {
    ...result,
    ...{ percent: 33.3, percent_final: 33.3, score: 33.3, question_marks: JSON.stringify([missed, half]) },
    question_given: JSON.stringify([{ question_id: 'why', points: 1 }]),
  }
  const again = (questions: Asked) =>
    changesOf(task, questions, {
      versions: [{ ...version, marks: JSON.stringify([missed, { ...half, outcome: 'open', points: null }]) }],
      results: [ofTen],
      but: 0,
    }).results
  expect(again(thirds('3'))).toMatchObject([{ kind: 'score', marking: { percent: 66.67 }, decision: 'pass' }])
  // The order of the questions does not change the score.
  const turned = thirds('4')
  expect(again({ ...turned, questions: turned.questions.toReversed() })).toMatchObject([
    { kind: 'marks', marking: { percent: 33.3, score: 33.3 } },
  ])
})
