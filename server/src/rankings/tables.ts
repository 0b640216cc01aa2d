import type { Generated } from 'kysely'

/** What one student did in one period, in one guild or (guild_id 0) on the whole site, and the places it leads to. */
export type RankingRowTable = {
  /** `week-2026-10-12`, `month-2026-10`, `term-2026-09-01`. */
  period: string
  /** 0: the whole site. */
  guild_id: number
  user_id: number
  /** Σ weight of all counted tasks; a weight is points × difficulty. */
  weight: number
  /** Σ weight × percent. */
  weighted: number
  /** Σ percent; `counted` is the number of tasks in it. Missed main tasks count with 0. */
  percents: number
  counted: number
  /** Tasks with a final released result. */
  results: number
  /** Works picked by staff in the period. */
  featured: number
  /** When the last result was released; null without one. */
  released_at: number | null
  /** Experience earned in the period; `active_days` is the number of the school's days on which it was earned. */
  experience: number
  active_days: number
  /** When experience was last earned; null without any. */
  active_at: number | null
  /** Hidden from the lists of others by the student's own choice. */
  hidden: boolean
  /** The guild to name in lists of the whole site: the only, public guild of its student; else null. */
  only_guild_id: number | null
  /** 优秀 in tenths; null for students who are not eligible. */
  excellent: number | null
  excellent_rank: number | null
  workhard_rank: number | null
}

/** How many people have a place in a list, and when the places were last computed. */
export type RankingScopeTable = {
  period: string
  guild_id: number
  excellent_listed: number
  workhard_listed: number
  updated_at: number
}

/**
 * How far a log has been counted: its ids, for `tasks` the times of their changes. `places` is 0 while counters may be
 * newer than the places of their scopes.
 */
export type RankingCursorTable = {
  source: 'ledger' | 'history' | 'tasks' | 'calendar' | 'places'
  /** Everything up to here was counted; for the calendar: the one it was counted with (`printOf`). */
  settled: number
  /** The end of the log at `pending_at`; it becomes settled once no transaction can still be writing below it. */
  pending: number
  pending_at: number
}

/**
 * People to count again for a reason that no log records: they joined or left a guild, changed their visibility, their
 * account was closed or opened, or their guild was archived or reactivated.
 */
export type RankingStaleTable = { id: Generated<number>; user_id: number }
