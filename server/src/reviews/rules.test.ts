import { describe, expect, test } from 'vitest'
import {
  APPEAL_MS,
  correctedTo,
  hasReason,
  isLockedFor,
  isWhatQuestionsComeTo,
  markingOf,
  mayAppeal,
  mustBeOnScale,
  mustBeWeighed,
} from './rules.ts'

const task = { max_score: 100, scored: true, pass_line: 60 }
const criteria = [
  { id: 1, weight: 40 },
  { id: 2, weight: 30 },
  { id: 3, weight: 30 },
]

describe('what a review comes to', () => {
  test('a criterion left out, judged twice or of another task is refused', () => {
    const judged = (...ids: number[]) =>
      ({ decision: 'pass', criteria: ids.map((criterion_id) => ({ criterion_id, level: 3 })) }) as const
    expect(markingOf(task, criteria, judged(1, 2, 3), 0).percent).toBe(60)
    for (const wrong of [judged(1, 2), judged(1, 2, 2), judged(1, 2, 9), judged(1, 2, 3, 4)])
      expect(() => markingOf(task, criteria, wrong, 0)).toThrow('CRITERIA')
  })

  test('ten points late turn 90 into 80, and never below 0', () => {
    expect(markingOf(task, [], { decision: 'pass', score: 90 }, 10)).toEqual({
      percent: 90,
      percent_final: 80,
      score: 80,
      late_deduction: 10,
    })
    expect(markingOf(task, [], { decision: 'fail', score: 6 }, 10)).toEqual({
      percent: 6,
      percent_final: 0,
      score: 0,
      late_deduction: 6,
    })
  })

  test('another scale keeps its numbers: 36 of 40 is 90 percent', () => {
    expect(markingOf({ ...task, max_score: 40 }, [], { decision: 'pass', score: 36 }, 0)).toEqual({
      percent: 90,
      percent_final: 90,
      score: 36,
      late_deduction: 0,
    })
  })

  test('without a score there is no percent: null is not 0', () => {
    expect(markingOf(task, [], { decision: 'return' }, 10)).toEqual({
      percent: null,
      percent_final: null,
      score: null,
      late_deduction: 0,
    })
    expect(markingOf(task, [], { decision: 'pass', score: null }, 0).score).toBeNull()
    expect(markingOf(task, [], { decision: 'fail', score: 0 }, 0).score).toBe(0)
  })

  test('a score outside the scale is refused', () => {
    expect(() => markingOf(task, [], { decision: 'pass', score: 101 }, 0)).toThrow('SCORE')
    expect(() => markingOf(task, [], { decision: 'pass', score: -1 }, 0)).toThrow('SCORE')
  })

  test('a task without numbers passes at 100 and fails at 0', () => {
    const binary = { ...task, scored: false }
    expect(markingOf(binary, [], { decision: 'pass' }, 0).percent_final).toBe(100)
    expect(markingOf(binary, [], { decision: 'fail' }, 0).percent_final).toBe(0)
    expect(markingOf(binary, [], { decision: 'return' }, 0).percent_final).toBeNull()
  })
})

test('a teacher who returns a work says why, in words or with a mark', () => {
  expect(hasReason({})).toBe(false)
  expect(hasReason({ text: '  ' })).toBe(false)
  expect(hasReason({ text: '补上数据来源' })).toBe(true)
  expect(hasReason({ marks: [{}] })).toBe(true)
})

test('a lock holds for others until it runs out, never for its own reviewer', () => {
  const lock = { reviewer_id: 7, review_until: 1_000 }
  expect(isLockedFor(lock, 8, 999)).toBe(true)
  expect(isLockedFor(lock, 8, 1_000)).toBe(false)
  expect(isLockedFor(lock, 7, 500)).toBe(false)
  expect(isLockedFor({ reviewer_id: null, review_until: null }, 8, 500)).toBe(false)
})

test('a student may appeal a final result once, for seven days', () => {
  const result = { decision: 'fail' as const, status: 'released', released_at: 1_000 }
  const row = { released_at: 1_000 }
  expect(mayAppeal(result, row, false, 1_000 + APPEAL_MS - 1)).toBe(true)
  expect(mayAppeal(result, row, false, 1_000 + APPEAL_MS)).toBe(false)
  expect(mayAppeal(result, row, true, 2_000)).toBe(false)
  expect(mayAppeal({ ...result, status: 'replaced' }, row, false, 2_000)).toBe(false)
})

test('a return may be appealed once the clock has made it the result, for seven days from then', () => {
  const result = { decision: 'return' as const, status: 'released', released_at: 1_000 }
  expect(mayAppeal(result, { released_at: null }, false, 2_000)).toBe(false)
  // The row of a work that was reopened keeps its earlier result.
  expect(mayAppeal(result, { released_at: 500 }, false, 2_000)).toBe(false)
  const ended = { released_at: 1_000 + APPEAL_MS }
  expect(mayAppeal(result, ended, false, ended.released_at + APPEAL_MS - 1)).toBe(true)
  expect(mayAppeal(result, ended, false, ended.released_at + APPEAL_MS)).toBe(false)
})

test('a score a teacher typed when the task had 40 points is refused once it has 100; no score, or one sent without its full marks, is taken', () => {
  expect(() => mustBeOnScale(task, { score: 36, max_score: 40 })).toThrow('SCALE')
  for (const given of [{ score: 36 }, { score: 36, max_score: 100 }, { score: null, max_score: 40 }, { max_score: 40 }])
    expect(() => mustBeOnScale(task, given)).not.toThrow()
})

test('levels a teacher gave when a criterion weighed 50 are refused once it weighs 40; without their weights they are taken', () => {
  const criteria = [
    { id: 1, weight: 40 },
    { id: 2, weight: 60 },
  ]
  const level = (criterion_id: number, weight?: number) => ({ criterion_id, weight })
  expect(() => mustBeWeighed(criteria, [level(1, 50), level(2, 50)])).toThrow('CHANGED')
  for (const levels of [[level(1, 40), level(2, 60)], [level(1), level(2)], []])
    expect(() => mustBeWeighed(criteria, levels)).not.toThrow()
})

describe('what a correction comes to', () => {
  const marking = { percent: 65, percent_final: 55, score: 55, late_deduction: 10 }
  const none = { percent: null, percent_final: null, score: null, late_deduction: 0 }
  const passed = { decision: 'pass', marking } as const
  const to = (score?: number | null, decision?: 'pass' | 'fail') => ({ score, decision })

  test('a teacher who sends the unchanged score, or none, changes neither decision nor late deduction', () => {
    expect(correctedTo(task, passed, to())).toEqual(passed)
    expect(correctedTo(task, passed, to(55))).toEqual(passed)
    expect(correctedTo(task, { decision: 'fail', marking: none }, to(null))).toEqual({
      decision: 'fail',
      marking: none,
    })
    expect(correctedTo(task, passed, to(55, 'fail'))).toEqual({ decision: 'fail', marking })
  })

  test('a teacher who sends another score passes or fails the work by the pass line, unless they decide otherwise', () => {
    expect(correctedTo(task, passed, to(59.9)).decision).toBe('fail')
    expect(correctedTo(task, { ...passed, decision: 'fail' }, to(60))).toMatchObject({
      decision: 'pass',
      marking: { percent: 60, late_deduction: 0 },
    })
    expect(correctedTo(task, passed, to(59.9, 'pass')).decision).toBe('pass')
  })

  test('a teacher who takes the score away must send a decision with it', () => {
    expect(() => correctedTo(task, passed, to(null))).toThrow('SCORE')
    expect(correctedTo(task, passed, to(null, 'fail'))).toEqual({ decision: 'fail', marking: none })
    expect(correctedTo(task, { ...passed, decision: 'fail' }, to(null, 'pass'))).toEqual({
      decision: 'pass',
      marking: none,
    })
  })

  test('a teacher’s decision alone counts in a task without scores', () => {
    const binary = { ...task, scored: false }
    const failed = { decision: 'fail', marking: { ...none, percent: 0, percent_final: 0, score: 0 } } as const
    expect(correctedTo(binary, failed, to())).toEqual(failed)
    expect(correctedTo(binary, failed, to(null, 'pass'))).toMatchObject({ decision: 'pass', marking: { score: 100 } })
  })
})

test('a score filled in from questions equals what the questions come to, to a hundredth; while a question waits there is none', () => {
  expect(isWhatQuestionsComeTo(66.67, 66.66)).toBe(true)
  expect(isWhatQuestionsComeTo(70, 100)).toBe(false)
  expect(isWhatQuestionsComeTo(null, null)).toBe(true)
  expect(isWhatQuestionsComeTo(undefined, null)).toBe(true)
  expect(isWhatQuestionsComeTo(null, 80)).toBe(false)
  expect(isWhatQuestionsComeTo(80, null)).toBe(false)
})
