import type { Generated } from 'kysely'
import type { StoredJson } from '../db/stored-json.ts'
import type { Fixes } from './list-rules.ts'
import type { Problem } from './problem-rules.ts'

/** A sheet of the file: its name, number of rows (null: too large), of columns, and of hidden rows if there are any. */
export type SheetFound = { name: string; rows: number | null; width: number; hidden?: number }

/** An import of a list of students, and its outcome. */
export type RosterImportTable = {
  id: Generated<number>
  /**
   * list: a file; class: a whole class joins a guild; rename: classes get other names; slips: new initial passwords.
   */
  kind: Generated<'list' | 'class' | 'rename' | 'slips'>
  /** The guild its students join; null: accounts only. */
  guild_id: number | null
  created_by: number
  /**
   * The user whose permissions apply while it is applied or undone, and whether as an administrator; null before that,
   * and for older lists.
   */
  actor_id: Generated<number | null>
  actor_is_admin: Generated<boolean>
  state: 'read' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'
  file_name: string
  /** utf-8, gb18030, utf-16le or xlsx. */
  encoding: string
  /** One of the rows names the columns. */
  has_header: boolean
  /** The line of the headings in their sheet; 0 for none. */
  head_line: Generated<number>
  /** Its sheets; empty except for workbooks. */
  sheets: Generated<StoredJson<SheetFound[]>>
  /** The sheet that is imported, from 0; null: all. */
  sheet: number | null
  /** JSON: the column headings. */
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
  /** The line in the file, from 1, counted across all sheets. */
  line: number
  /** The sheet, from 0; `place` is the line in it, from 1. */
  sheet: Generated<number>
  place: Generated<number>
  /** The repairs made by hand. */
  fixes: Generated<StoredJson<Fixes>>
  role: Generated<'student' | 'teacher' | 'assistant'>
  /** The key of the row's guild in the list; empty for the import's own guild, or none. */
  guild_key: Generated<string>
  /** JSON: the cells as they were read. */
  cells: string
  student_no: Generated<string>
  real_name: Generated<string>
  class_name: Generated<string>
  /** 0 not said, 1 男, 2 女. */
  gender: Generated<number>
  /** Empty if unknown. */
  email: Generated<string>
  /** Null before the check. */
  status: 'new' | 'joins' | 'invited' | 'changed' | 'same' | 'bad' | null
  /** What is wrong with a bad row, as a key of its sentences; empty for any other row. */
  problem: Generated<StoredJson<Problem>>
  /** The person the row is about, once known. */
  user_id: number | null
  is_done: Generated<boolean>
  /** JSON: what was done, to be taken back by an undo. */
  did: string | null
  /**
   * The initial password, encrypted with the server's secret; removed after 7 days, when the password is replaced, or
   * when the row is undone.
   */
  password: string | null
  /** An undo left this person unchanged, at least in part. */
  was_left: Generated<boolean>
}

/** A guild named in a list. */
export type RosterGuildTable = {
  import_id: number
  /** The normalized name used for comparison. */
  key: string
  name: string
  /** Null where the guild does not exist yet, or no longer. */
  guild_id: number | null
  /** The import creates the guild, or has created it. */
  is_new: boolean
  category_id: number | null
  /** The teacher chosen to lead it, besides those named in the list. */
  teacher_id: number | null
  /** The capacity from the import on; null for no change. */
  capacity: number | null
  /** The capacity that an undo restores. */
  capacity_before: number | null
}
