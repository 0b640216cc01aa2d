import { describe, expect, test } from 'vitest'
import { cellOf, mean, type CellRow } from './rules.ts'

const now = 1_000 * 3_600_000
const task = {
  id: 1,
  type: 'main' as const,
  status: 'open' as const,
  open_at: null,
  due_at: now - 1,
  close_at: now + 1,
  closed_at: null,
  late_rule: 'mark' as const,
  pass_line: 60,
  max_score: 100,
  submit_drafts: false,
}
const closed = { ...task, close_at: now - 1 }
const row = (given: Partial<CellRow>): CellRow => ({
  state: 'doing',
  score: null,
  percent_final: null,
  released_at: null,
  late: false,
  extended_until: null,
  return_due_at: null,
  reopened_from: null,
  draft_saved_at: null,
  held_id: null,
  held_score: null,
  submit_id: null,
  featured: null,
  ...given,
})
const released = (score: number | null) =>
  row({ state: 'passed', score, percent_final: score, released_at: 5, submit_id: 7 })

describe('what stands in a cell', () => {
  test('80, ungraded, excused and 0 make 40', () => {
    const cells = [released(80), released(null), row({ state: 'excused' }), released(0)].map((one) =>
      cellOf(task, [one], 0, now),
    )
    expect(cells.map(({ cell }) => [cell?.mark, cell?.score])).toEqual([
      ['passed', 80],
      ['passed', null],
      ['excused', null],
      ['passed', 0],
    ])
    expect(mean(cells.map(({ percent }) => percent))).toBe(40)
  })

  test('a main task nobody took is missing after its close, for those who had two days; a side task counts nothing', () => {
    expect(cellOf(task, [], 0, now)).toEqual({ cell: null, percent: null })
    expect(cellOf(closed, [], 0, now)).toMatchObject({ cell: { mark: 'missing' }, percent: 0 })
    expect(cellOf(closed, [], now - 3_600_000, now)).toEqual({ cell: null, percent: null })
    expect(cellOf({ ...closed, type: 'side' }, [row({ state: 'expired' })], 0, now)).toMatchObject({
      cell: { mark: 'missing' },
      percent: null,
    })
  })

  test('a held result is shown to staff and counts nothing yet', () => {
    const held = row({ state: 'submitted', held_id: 3, held_score: 92, submit_id: 7, late: true })
    expect(cellOf(task, [held], 0, now)).toEqual({
      cell: { mark: 'held', score: 92, late: true, featured: false, submit_id: 7 },
      percent: null,
    })
    expect(cellOf(task, [row({ state: 'submitted', submit_id: 7 })], 0, now).cell?.mark).toBe('waiting')
  })

  test('a reopened work says so, and its earlier result counts until the next one', () => {
    const again = {
      ...released(70),
      state: 'returned' as const,
      reopened_from: 'passed' as const,
      return_due_at: now + 1,
    }
    expect(cellOf(task, [again], 0, now)).toMatchObject({ cell: { mark: 'returned' }, percent: 70 })
  })

  test('of a daily task the best round counts, also while another is under way', () => {
    expect(cellOf({ ...task, type: 'daily' }, [released(90), released(60), row({})], 0, now)).toMatchObject({
      cell: { mark: 'passed', score: 90 },
      percent: 90,
    })
  })

  test('a draft that is handed in at the end is not missing before it is', () => {
    const withDraft = row({ state: 'doing', draft_saved_at: 5 })
    expect(cellOf({ ...closed, submit_drafts: true }, [withDraft], 0, now)).toEqual({ cell: null, percent: null })
    expect(cellOf(closed, [withDraft], 0, now)).toMatchObject({ cell: { mark: 'missing' }, percent: 0 })
  })

  test('what the clock has ended is over before the job writes it down', () => {
    expect(cellOf(closed, [row({ state: 'doing' })], 0, now)).toMatchObject({ cell: { mark: 'missing' }, percent: 0 })
  })
})

test('the mean of no results is none', () => {
  expect(mean([null, null])).toBeNull()
  expect(mean([])).toBeNull()
})
