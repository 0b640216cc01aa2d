import type { StoredState } from '../tasks/rules.ts'

/** In milliseconds. */
export const hour = 3_600_000
/** In milliseconds. */
export const day = 24 * hour
/** The moment at which the rules of tasks are asked. */
export const now = Date.parse('2026-10-12T12:00:00.000Z')

/** An open side task in the shape its rules take. */
export const task = {
  type: 'side' as 'main' | 'side' | 'daily' | 'event',
  status: 'open' as 'draft' | 'scheduled' | 'open' | 'closed' | 'archived' | 'trashed',
  open_at: null as number | null,
  due_at: null as number | null,
  close_at: null as number | null,
  closed_at: null as number | null,
  late_rule: 'mark' as 'refuse' | 'mark' | 'percent',
  late_percent: 10,
  late_cap: 100,
  pass_line: 60,
  capacity: null as number | null,
  accepted_count: 0,
  min_level: 1,
  cooldown_days: 1,
  max_rounds: 30,
}

/** The enrolment of a student who is working on it. */
export const row = {
  state: 'doing' as StoredState,
  round: 1,
  accepted_at: now - day,
  reopened_from: null as 'passed' | 'failed' | 'expired' | null,
  extended_until: null as number | null,
  return_due_at: null as number | null,
  percent_final: null as number | null,
}
