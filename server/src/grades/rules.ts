import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import type { Entered } from '../tasks/entered-store.ts'
import { isMissing } from '../tasks/missing-rules.ts'
import { endOf, isOver, type Enrolment, type Task } from '../tasks/rules.ts'

type Dated = Pick<
  Task,
  | 'id'
  | 'type'
  | 'status'
  | 'open_at'
  | 'due_at'
  | 'close_at'
  | 'closed_at'
  | 'late_rule'
  | 'pass_line'
  | 'max_score'
  | 'submit_drafts'
>

/** A round of a student's task, with its held result and newest version. */
export type CellRow = Pick<
  Enrolment,
  | 'state'
  | 'score'
  | 'percent_final'
  | 'released_at'
  | 'late'
  | 'extended_until'
  | 'return_due_at'
  | 'reopened_from'
  | 'draft_saved_at'
> & {
  held_id: number | null
  held_score: number | null
  submit_id: number | null
  featured: boolean | null
}

/** A cell of the grid, and the percent it counts with; null does not count. */
export type Counted = { cell: Omit<GradeCell, 't'> | null; percent: number | null }

const nothing: Counted = { cell: null, percent: null }
const elsewhere: Counted = {
  cell: { mark: 'elsewhere', score: null, late: false, featured: false, submit_id: null },
  percent: null,
}

/** The cell of a student who works on a task in another class of its set; undefined where they also work on it here. */
export const cellElsewhere = (rounds: readonly CellRow[]): Counted | undefined =>
  rounds.every(({ state }) => state === 'aborted') ? elsewhere : undefined

/** The released round with the highest percent; of equal ones the earliest. Called for each cell of a grid. */
const best = (rows: readonly CellRow[]): CellRow | undefined => {
  let found: CellRow | undefined
  for (const row of rows) {
    if (row.released_at === null || row.state === 'excused') continue
    if (!found || (row.percent_final ?? -1) > (found.percent_final ?? -1)) found = row
  }
  return found
}

const markOf = (row: CellRow, task: Dated, now: number): GradeCell['mark'] | null => {
  const state = endOf(task, row, now)?.to ?? row.state
  if (state === 'submitted') return row.held_id === null ? 'waiting' : 'held'
  if (state === 'passed' || state === 'failed' || state === 'returned' || state === 'excused') return state
  if (state === 'expired') return 'missing'
  if (state === 'aborted') return isOver(task, row, now) ? 'missing' : null
  return null
}

/**
 * The cell for a student's rounds of a task: the newest round decides the word, the best released one the number. Null
 * is not 0: excused, ungraded and waiting tasks do not count; a missing main task counts 0 until it is excused.
 */
export const cellOf = (task: Dated, rounds: readonly CellRow[], joined_at: number, now: number): Counted => {
  const row = rounds.at(-1)
  if (!row) {
    const isLost = isOver(task, null, now) && isMissing(task, { state: 'expired', row: null }, joined_at, now)
    return isLost
      ? { cell: { mark: 'missing', score: null, late: false, featured: false, submit_id: null }, percent: 0 }
      : nothing
  }
  const mark = markOf(row, task, now)
  const { late, submit_id } = row
  const beside = { late: late && submit_id !== null, featured: !!row.featured, submit_id }
  const released = best(rounds)
  const percent = released?.percent_final ?? null
  const result = released?.state === 'failed' ? 'failed' : 'passed'
  if (mark === null) return released ? { cell: { mark: result, score: released.score, ...beside }, percent } : nothing
  if (mark === 'passed' || mark === 'failed')
    return { cell: { mark: released ? result : mark, score: released?.score ?? null, ...beside }, percent }
  if (mark === 'held') return { cell: { mark, score: row.held_score, ...beside }, percent }
  if (mark !== 'missing')
    return { cell: { mark, score: null, ...beside }, percent: mark === 'excused' ? null : percent }
  const state = endOf(task, row, now)?.to ?? row.state
  return {
    cell: { mark, score: null, ...beside },
    percent: percent ?? (isMissing(task, { state, row }, joined_at, now) ? 0 : null),
  }
}

const blank = { late: false, featured: false, submit_id: null }

/**
 * The cell of an offline task. A held result shows as it was typed and does not count; a released one counts as the
 * student's row says. Without an entry nobody is missing.
 */
export const enteredCellOf = (
  entered: Pick<Entered, 'version' | 'word' | 'score' | 'released_at'> | undefined,
  counted: Counted,
): Counted => {
  if (!entered) return nothing
  const { version, word, score } = entered
  const held = entered.released_at === null && word !== 'blank'
  const typed = { version, word, held }
  if (!held && word === 'score' && counted.cell) return { ...counted, cell: { ...counted.cell, entered: typed } }
  const mark = word === 'score' ? 'held' : word
  return { cell: { mark, score, ...blank, entered: typed }, percent: held ? null : counted.percent }
}

// The most informative cell has the largest weight: something was done here (3), nothing was done in time or entered
// (2), there is still time (1), it is done elsewhere (0).
const weightOf = ({ cell }: Counted): number => {
  if (!cell) return 1
  if (cell.mark === 'elsewhere') return 0
  return cell.mark === 'missing' || cell.mark === 'blank' ? 2 : 3
}

/** The cell that counts among a student's cells in the classes of a set (`weightOf`); of equal ones the first. */
export const ownOf = <T extends { counted: Counted }>(classes: readonly T[]): T | undefined => {
  let own: T | undefined
  for (const one of classes) if (!own || weightOf(one.counted) > weightOf(own.counted)) own = one
  return own
}

/** The mean of the percents that count, to one decimal; null where none does. */
export const mean = (percents: readonly (number | null)[]): number | null => {
  const counted = percents.filter((percent) => percent !== null)
  if (counted.length === 0) return null
  return Math.round((counted.reduce((sum, percent) => sum + percent, 0) / counted.length) * 10) / 10
}
