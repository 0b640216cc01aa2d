import type { Output } from '@tongchuang/contract/call.ts'
import type { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'

export type Typed = { word: 'score' | 'missing' | 'excused' | 'blank'; score: number | null }
export type CellKey = { task_id: number; user_id: number }
export type Saved = Output<typeof enteredResultsAdmin.set>
/** The value another user typed meanwhile, by whom and when. */
export type Theirs = Omit<Saved, 'user_id'> & { by: string; at: string | null }

/** A value typed into a cell that is being sent or failed to arrive. */
export type Entry = CellKey & {
  typed: Typed
  /** Whose result it is: said where the grid does not show them. Absent in entries kept by an older version. */
  name?: string
  base_version: number
  /** The full marks it was typed for; absent in entries kept by an older version. */
  max_score?: number
  reason?: string | undefined
  /** reason: the result is released and changes only with a reason. */
  state: 'saving' | 'saved' | 'failed' | 'conflict' | 'reason'
  /** When it was typed, in milliseconds. */
  at: number
  /** It did not arrive at least once, and may be on its way again. */
  hasFailed?: true
  theirs?: Theirs
  /** The server's refusal; retrying would not help. */
  refusal?: string
}

/** The key of a cell. */
export const keyOf = ({ task_id, user_id }: CellKey): string => `${task_id}.${user_id}`

/** Unsent text in a cell: the one being edited, and those left with something that is no value. */
export type Draft = { text: string; problem: boolean }
/** The drafts by the key of their cell. */
export type Drafts = ReadonlyMap<string, Draft>
/** Replaces the draft of a cell; undefined removes it. */
export type PutDraft = (key: string, draft: Draft | undefined) => void

/** The name of the student of an entry, in the grid or as it was typed; undefined if neither says it. */
export const nameIn = (
  rows: readonly { student: { user_id: number; real_name: string; nickname: string } }[],
  entry: Entry,
): string | undefined => {
  const student = rows.find((row) => row.student.user_id === entry.user_id)?.student
  return student ? student.real_name || student.nickname : entry.name
}

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
