import type { Generated } from 'kysely'

/** A row of someone's message box; its sentences are made when it is read, in the reader's language. */
export type MessageTable = {
  id: Generated<number>
  user_id: number
  /** On which site it is read: what somebody is told as staff never shows on the student site, and the other way round. */
  audience: Generated<'student' | 'staff'>
  /** The guild that staff are told about; null for the school, and for students. */
  guild_id: Generated<number | null>
  type: 'message' | 'notice' | 'todo'
  /** What happened, for example `result.released`. */
  kind: string
  /** What the sentences need: titles, names, numbers (JSON). */
  data: string
  /** A path of the site, or null. */
  link: string | null
  /** The thing it is about, for example `enrolment:7`: closing the thing closes the row. */
  about: Generated<string>
  created_at: number
  read_at: number | null
  /** Cleared by its reader. */
  removed_at: number | null
}

/** How a topic reaches somebody who has decided about it; no row: as it is for everybody. */
export type NoticeSettingTable = { user_id: number; topic: string; in_app: boolean; mail: boolean }

/** A message that waits for a letter; it goes with the message when the thing is closed. */
export type NoticeLetterTable = {
  message_id: number
  user_id: number
  /** Sent within a minute, else with the letter of the day. */
  immediate: boolean
  /** Of its message. */
  audience: Generated<'student' | 'staff'>
}

/** How a topic reaches somebody of the staff who has decided about it; no row: as it is for everybody. */
export type StaffNoticeSettingTable = {
  user_id: number
  topic: string
  in_app: boolean
  mail: 'now' | 'daily' | 'never'
}

/** Of which guild somebody of the staff hears less: what cannot wait, or nothing. */
export type QuietGuildTable = { user_id: number; guild_id: number; level: 'urgent' | 'none' }

/** The last school day on which somebody had the letter of the day. */
export type DigestDayTable = { user_id: number; day: string }
