import type { Generated } from 'kysely'
import type { StoredJson } from '../db/stored-json.ts'

/** A row of someone's message box; its sentences are made when it is read, in the reader's language. */
export type MessageTable = {
  id: Generated<number>
  user_id: number
  /**
   * The site it is read on: notices of staff never show on the student site, and messages to students never on the
   * admin site.
   */
  audience: Generated<'student' | 'staff'>
  /** The guild that staff are told about; null for the school, and for students. */
  guild_id: Generated<number | null>
  type: 'message' | 'notice' | 'todo'
  /** What happened, for example `result.released`. */
  kind: string
  /** The titles, names and numbers from which the sentences are made. */
  data: StoredJson<Record<string, unknown>>
  /** A path of the site, or null. */
  link: string | null
  /** The thing it is about, for example `enrolment:7`: closing the thing closes the row. */
  about: Generated<string>
  created_at: number
  read_at: number | null
  /**
   * When it was taken out of the box: by its reader, or with the thing it is about; equal to `created_at` where its
   * reader did not want it in the box.
   */
  removed_at: number | null
}

/** A person's choice of how a topic reaches them; without a row the default applies. */
export type NoticeSettingTable = { user_id: number; topic: string; in_app: boolean; mail: boolean }

/** A message that waits to be sent in a letter; removed with the message when the thing is closed. */
export type NoticeLetterTable = {
  message_id: number
  user_id: number
  /** Sent within a minute, else with the letter of the day. */
  immediate: boolean
  /** The same as that of its message. */
  audience: Generated<'student' | 'staff'>
}

/** A staff member's choice of how a topic reaches them; without a row the default applies. */
export type StaffNoticeSettingTable = {
  user_id: number
  topic: string
  in_app: boolean
  mail: 'now' | 'daily' | 'never'
}

/** A quiet guild of a staff member: they hear only what cannot wait, or nothing. */
export type QuietGuildTable = { user_id: number; guild_id: number; level: 'urgent' | 'none' }

/** The last school day on which somebody had the letter of the day. */
export type DigestDayTable = { user_id: number; day: string }
