import type { Generated } from 'kysely'

/** One review of one version; a later release replaces an earlier one. */
export type ResultTable = {
  id: Generated<number>
  submission_id: number
  enrolment_id: number
  reviewer_id: number
  /** The role the reviewer acted in. */
  reviewer_role: 'assistant' | 'teacher' | 'admin'
  decision: 'pass' | 'return' | 'fail'
  /** On the task's scale after lateness; null when ungraded. */
  score: number | null
  /** 0–100 before lateness. */
  percent: number | null
  percent_final: number | null
  /** Percentage points taken by the late rule. */
  late_deduction: Generated<number>
  /** The version that was marked, where it is an earlier one than the one handed in last. */
  marked_version: number | null
  text: Generated<string>
  /** JSON: [{version, quote, prefix, suffix, text}]. */
  marks: Generated<string>
  /** JSON: [{criterion_id, level}]. */
  criteria: Generated<string>
  status: 'held' | 'released' | 'replaced'
  /** For a return: as asked, or null for 7 days from its release. */
  return_due_at: number | null
  created_at: number
  released_at: number | null
}

export type AppealTable = {
  id: Generated<number>
  result_id: number
  submission_id: number
  enrolment_id: number
  user_id: number
  guild_id: number
  status: 'open' | 'kept' | 'changed'
  text: string
  answer: Generated<string>
  answered_by: number | null
  created_at: number
  answered_at: number | null
}

export type ExtensionRequestTable = {
  id: Generated<number>
  task_id: number
  guild_id: number
  user_id: number
  status: 'open' | 'granted' | 'refused'
  reason: string
  wanted_until: number | null
  answer: Generated<string>
  until: number | null
  answered_by: number | null
  created_at: number
  answered_at: number | null
}
