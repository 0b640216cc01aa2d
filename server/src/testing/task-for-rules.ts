import type { Enrolment, Task } from '../tasks/rules.ts'

/** In milliseconds. */
export const hour = 3_600_000
/** In milliseconds. */
export const day = 24 * hour
/** The moment at which the rules of tasks are asked. */
export const now = Date.parse('2026-10-12T12:00:00.000Z')

type TaskColumns =
  | 'type'
  | 'status'
  | 'open_at'
  | 'due_at'
  | 'close_at'
  | 'closed_at'
  | 'late_rule'
  | 'late_percent'
  | 'late_cap'
  | 'pass_line'
  | 'capacity'
  | 'accepted_count'
  | 'min_level'
  | 'cooldown_days'
  | 'max_rounds'

/** An open side task in the shape its rules take. */
export const task: Pick<Task, TaskColumns> = {
  type: 'side',
  status: 'open',
  open_at: null,
  due_at: null,
  close_at: null,
  closed_at: null,
  late_rule: 'mark',
  late_percent: 10,
  late_cap: 100,
  pass_line: 60,
  capacity: null,
  accepted_count: 0,
  min_level: 1,
  cooldown_days: 1,
  max_rounds: 30,
}

/** The enrolment of a student who is working on it. */
export const row: Pick<
  Enrolment,
  'state' | 'round' | 'accepted_at' | 'reopened_from' | 'extended_until' | 'return_due_at' | 'percent_final'
> = {
  state: 'doing',
  round: 1,
  accepted_at: now - day,
  reopened_from: null,
  extended_until: null,
  return_due_at: null,
  percent_final: null,
}
