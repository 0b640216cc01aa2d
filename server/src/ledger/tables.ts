import type { Generated } from 'kysely'

/** One movement of a ledger; rows are only ever added (docs/rules.md). */
export type LedgerEntryTable = {
  id: Generated<number>
  user_id: number
  /** `score` 积分 counts quality, `experience` 经验 counts effort. */
  ledger: 'score' | 'experience'
  /** submit_first, submit_early, pass, improve, discuss, answered, liked, featured, active_day, result, correction. */
  kind: string
  /** What it was earned with, for example `enrolment` and its id. */
  source_type: string
  source_id: number
  /** Who caused it where that matters (a like's giver), else 0. */
  actor: Generated<number>
  /** 1, 2, 3 … per person, kind, source and actor: an award, its reversal, the award again. */
  seq: number
  /** May be negative in a reversal or a correction. */
  points: number
  /** The person's total before and after. */
  before: number
  after: number
  memo: Generated<string>
  guild_id: number | null
  /** The school's day of the event, YYYY-MM-DD in the school's zone: day limits count by it. */
  day: string
  /** Milliseconds since 1970. */
  created_at: number
}

/** The sums of the ledgers, kept by the transaction that writes an entry. */
export type LedgerTotalTable = {
  user_id: number
  score: Generated<number>
  experience: Generated<number>
  /** The highest level ever reached: its notice is sent once. */
  level_reached: Generated<number>
  /** When it was reached; null for the first level, and for levels reached before this was recorded. */
  level_reached_at: number | null
}
