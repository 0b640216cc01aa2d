import type { Generated } from 'kysely'

/** Somebody likes a work; `submissions.like_count` is their number. */
export type WorkLikeTable = {
  submission_id: number
  user_id: number
  created_at: number
}

/** A work is hidden from a person who reported it. */
export type WorkHidingTable = {
  submission_id: number
  user_id: number
  created_at: number
}

/**
 * A work that staff picked as excellent; the row exists as long as the pick. The work shows as excellent once the pick
 * is `agreed` and the result is released.
 */
export type WorkPickTable = {
  submission_id: number
  guild_id: number
  /** What an assistant picks is `proposed` until a teacher agrees. */
  status: 'proposed' | 'agreed'
  /** Shown to everybody who may see the work. */
  reason: string
  picked_by: number
  picked_at: number
  agreed_by: number | null
  agreed_at: number | null
}

/** A certificate of a work, one row for each time its author opened it and none was valid. */
export type CertificateTable = {
  id: Generated<number>
  /** `C-` and ten letters and digits, as it stands on paper; unique for ever. */
  number: string
  /** Null once the work is gone for good, with a task that was emptied from the bin: the number stays taken. */
  submission_id: number | null
  /**
   * The guild whose staff may look up the number; null where a process of an earlier version wrote it: then the guild
   * of the work.
   */
  guild_id: number | null
  /** The day it bears: when the work was picked, or a teacher agreed. */
  dated_at: number
  created_at: number
  /**
   * When it was withdrawn: the pick was taken back, the work no longer passes, or the author's data was erased. Null
   * while it is valid, for one certificate of a work at most.
   */
  withdrawn_at: number | null
}
