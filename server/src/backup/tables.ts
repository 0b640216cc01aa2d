import type { Generated } from 'kysely'

/** One attempt to make a backup. The table is not part of backups, because it describes files beside them. */
export type BackupRunTable = {
  id: Generated<number>
  state: 'waiting' | 'running' | 'done' | 'failed' | 'removed'
  /** Null: started by the schedule. */
  asked_by: number | null
  /** Milliseconds since 1970. */
  asked_at: number
  ended_at: number | null
  /** The name of its file in `backups/` of the data folder. */
  name: Generated<string>
  /** Bytes. */
  size: Generated<number>
  row_count: Generated<number>
  file_count: Generated<number>
  /** The number of files that were missing or damaged when it was made. */
  damaged_count: Generated<number>
  /** Why it failed, for whoever runs the server: in Chinese, then in English on a line of its own. */
  problem: Generated<string>
}

/** An address that fetches a backup. */
export type BackupLinkTable = {
  /** SHA-256 of what stands in the address, hexadecimal. */
  link_hash: string
  run_id: number
  /** The session of the administrator who asked: nobody else may use it. */
  session_id: number
  /** Milliseconds since 1970; the download begins before. */
  expires_at: number
  /** When the download began; null while the address is unused. */
  begun_at: number | null
}
