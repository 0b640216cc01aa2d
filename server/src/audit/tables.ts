import type { Generated } from 'kysely'

/** One write of the staff, or what a student asked of the school. Kept for a year. */
export type AuditEntryTable = {
  id: Generated<number>
  /** Whoever did it; the row outlives the account. */
  user_id: number
  /** The role they acted in; for a log-in, the role of the new session. */
  role: 'student' | 'assistant' | 'teacher' | 'admin' | null
  /** The path of the call. */
  call: string
  /** What it was about, as far as the input names it. */
  guild_id: number | null
  task_id: number | null
  submit_id: number | null
  /** JSON: what was sent, long texts cut, secrets left out. */
  input: string
  /** `DONE`, the reason of a refusal, `FAILED`, or `BEGUN` where the server died on the way. */
  outcome: string
  address: string
  at: number
}
