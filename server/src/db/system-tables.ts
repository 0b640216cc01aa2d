import type { Generated } from 'kysely'

/** Something that happened, waiting for its consumers. The row goes with their work, in one transaction. */
export type EventTable = {
  id: Generated<number>
  name: string
  payload: string
  created_at: number
  attempts: Generated<number>
  /** The earliest time to process it: 0 for a new one, in the future while a process works on it or after a failure. */
  next_at: Generated<number>
  failed_reason: string | null
}

/** Which process runs a job, until when, and when it is due again. */
export type JobLeaseTable = {
  name: string
  owner: string
  held_until: number
  next_at: number
  /** When it was done last, and when it failed last and why. */
  last_at: number | null
  failed_at: number | null
  failed_reason: string | null
}

/** Mail to be sent. A sent one is deleted: it may hold a code. */
export type MailOutboxTable = {
  id: Generated<number>
  message_id: string
  /** The address of a letter that belongs to no user; of others, the user’s address at the time it was written. */
  recipient: string
  /**
   * The user it belongs to: it is sent to the address they have confirmed at that moment, and not at all if they have
   * none. Null: it belongs to no user.
   */
  user_id: Generated<number | null>
  /** Milliseconds since 1970 after which it is useless, as a code is; null: it may wait. */
  good_until: Generated<number | null>
  subject: string
  text: string
  /** The address that unsubscribes from such letters, or empty. */
  unsubscribe: Generated<string>
  created_at: number
  attempts: Generated<number>
  next_at: Generated<number>
  failed_at: number | null
  failed_reason: string | null
}

/** How often something was done in a window of time. */
export type LimitTable = { key: string; window_start: number; count: number }

/** The settings of the site, each a JSON text; `version` counts its changes. */
export type SettingTable = { key: string; value: string; version: Generated<number> }

/** Which installation this database is: a single row, whose `one` is 1; not part of a backup. */
export type InstallationTable = { one: number; name: string }

/** A run of a removal job that would remove too much, stopped until an administrator has confirmed it. */
export type RemovalStopTable = {
  /** Of the job. */
  name: string
  /** How many items its last attempt would have removed, and of how many. */
  wanted: number
  total: number
  found_at: number
  /** When an administrator confirmed it, and who; nobody if it was done in the terminal. */
  confirmed_at: number | null
  confirmed_by: number | null
}

/** The tables of the system, which belong to no feature. */
export type SystemTables = {
  events: EventTable
  job_leases: JobLeaseTable
  mail_outbox: MailOutboxTable
  limits: LimitTable
  settings: SettingTable
  installation: InstallationTable
  removal_stops: RemovalStopTable
}
