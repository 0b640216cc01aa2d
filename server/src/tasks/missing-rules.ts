import type { TaskState } from '@tongchuang/contract/tasks.ts'
import { datesFor, isOver, type Enrolment, type Task } from './rules.ts'

const twoDaysMs = 48 * 3_600_000

type Seen = { state: TaskState; row: Pick<Enrolment, 'extended_until' | 'return_due_at'> | null }
type Dated = Pick<Task, 'type' | 'status' | 'open_at' | 'due_at' | 'close_at' | 'closed_at' | 'late_rule'>

/**
 * Whether a main task counts as missing for a member: expired without a return, given up and over, or never accepted by
 * a student who had been a member for 48 hours when it closed.
 */
export const isMissing = (task: Dated, { state, row }: Seen, joined_at: number, now: number): boolean => {
  if (task.type !== 'main') return false
  if (state === 'aborted') return isOver(task, row, now)
  if (state !== 'expired') return false
  return row ? row.return_due_at === null : joined_at + twoDaysMs <= (datesFor(task, null).close_at ?? 0)
}
