import type { Output } from '@tongchuang/contract/call.ts'
import type { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'

export type Typed = { word: 'score' | 'missing' | 'excused' | 'blank'; score: number | null }
export type CellKey = { task_id: number; user_id: number }
export type Saved = Output<typeof enteredResultsAdmin.set>
/** What somebody else typed meanwhile, who and when. */
export type Theirs = Omit<Saved, 'user_id'> & { by: string; at: string | null }

/** What was typed into a cell and is on its way, or did not arrive. */
export type Entry = CellKey & {
  typed: Typed
  base_version: number
  /** The full marks it was typed for; unknown of what was kept before they were kept with it. */
  max_score?: number
  reason?: string | undefined
  /** reason: what is released changes only with one. */
  state: 'saving' | 'saved' | 'failed' | 'conflict' | 'reason'
  /** When it was typed, in milliseconds. */
  at: number
  theirs?: Theirs
  /** Why the server said no; trying again would not help. */
  refusal?: string
}

/** The name of a cell. */
export const keyOf = ({ task_id, user_id }: CellKey): string => `${task_id}.${user_id}`

/** What is typed and not sent yet, in the one cell where somebody types. */
export type Draft = { key: string; text: string; problem: boolean }

export type EntryCellProps = {
  /** The id of the task. */
  task: number
  name: string
  max: number
  cell: GradeCell | undefined
  entry: Entry | undefined
  draft: Draft | undefined
  reachable: boolean
  /** Its place among all columns of the grid, from 1. */
  column: number
  onReach: () => void
  onDraft: (text: string | null, problem?: boolean) => void
  onType: (typed: Typed) => void
  onDown: () => void
}
