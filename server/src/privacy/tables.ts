import type { Generated } from 'kysely'

/** A copy of somebody's own data. */
export type DataExportTable = {
  id: Generated<number>
  user_id: number
  status: 'waiting' | 'ready' | 'failed' | 'gone'
  /** Where the ZIP is in the file store; empty until ready. */
  key: Generated<string>
  /** Bytes. */
  size: Generated<number>
  created_at: number
  finished_at: number | null
}

/**
 * A request to delete an account, or the administrator's own decision about an unused one. One at a time is open or
 * approved.
 */
export type DeletionRequestTable = {
  id: Generated<number>
  user_id: number
  status: 'open' | 'cancelled' | 'approved' | 'refused' | 'erased'
  reason: Generated<string>
  answer: Generated<string>
  created_at: number
  answered_by: number | null
  answered_at: number | null
  /** Whether the account was open when the deletion was approved: calling it off opens it again only then. */
  was_open: Generated<boolean>
  /** When personal data is erased. */
  erase_at: number | null
  erased_at: number | null
}
