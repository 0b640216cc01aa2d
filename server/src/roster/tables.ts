import type { Generated } from 'kysely'

/** A list of students on its way into the school, and what became of it. */
export type RosterImportTable = {
  id: Generated<number>
  /** list: a file; class: a whole class joins a guild; rename: classes get other names; slips: new initial passwords. */
  kind: Generated<'list' | 'class' | 'rename' | 'slips'>
  /** The guild its students join; null: accounts only. */
  guild_id: number | null
  created_by: number
  /** With whose power it is carried out or taken back, and whether as an administrator; null before, and of older lists. */
  actor_id: Generated<number | null>
  actor_is_admin: Generated<boolean>
  state: 'read' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'
  file_name: string
  /** utf-8, gb18030, utf-16le or xlsx. */
  encoding: string
  /** A row names the columns. */
  has_header: boolean
  /** The line of that row in its sheet; 0 for none. */
  head_line: Generated<number>
  /** JSON: names of the sheets, how many rows each has (null: too large) and how many columns. Empty but for workbooks. */
  sheets: Generated<string>
  /** The sheet that is imported, from 0; null: all. */
  sheet: number | null
  /** JSON: the heads of the columns. */
  columns: string
  /** JSON: which column holds what; null before the check. */
  mapping: string | null
  row_count: number
  /** Milliseconds since 1970. */
  created_at: number
  applied_at: number | null
  undone_at: number | null
}

/** One row of such a list. */
export type RosterRowTable = {
  import_id: number
  /** In the file, from 1; through all sheets. */
  line: number
  /** From 0, and the line in it, from 1. */
  sheet: Generated<number>
  place: Generated<number>
  /** JSON: what was put right by hand. */
  fixes: Generated<string>
  role: Generated<'student' | 'teacher' | 'assistant'>
  /** Which of the list's guilds; empty: the one of the import, or none. */
  guild_key: Generated<string>
  /** JSON: as it was read. */
  cells: string
  student_no: Generated<string>
  real_name: Generated<string>
  class_name: Generated<string>
  /** 0 not said, 1 男, 2 女. */
  gender: Generated<number>
  /** Empty: not said. */
  email: Generated<string>
  /** Null before the check. */
  status: 'new' | 'joins' | 'invited' | 'changed' | 'same' | 'bad' | null
  /** JSON: what is wrong with a bad row, as a key of its sentences. */
  problem: Generated<string>
  /** Whom it is about, once known. */
  user_id: number | null
  is_done: Generated<boolean>
  /** JSON: what was done, to be taken back by an undo. */
  did: string | null
  /** The initial password, encrypted with the server's secret; gone after 7 days or with the first slip no longer needed. */
  password: string | null
  /** An undo left this student as they are. */
  was_left: Generated<boolean>
}

/** A guild that a list names. */
export type RosterGuildTable = {
  import_id: number
  /** The name as it is compared. */
  key: string
  name: string
  /** Null: it is not there yet, or not any more. */
  guild_id: number | null
  /** The import makes it, or has made it. */
  is_new: boolean
  category_id: number | null
  /** Who is to lead it, beside those whom the list names. */
  teacher_id: number | null
  /** How many may be in it from the import on; null: as it is. */
  capacity: number | null
  /** What an undo puts back. */
  capacity_before: number | null
}
