import type { Generated } from 'kysely'

/** A list of students on its way into the school, and what became of it. */
export type RosterImportTable = {
  id: Generated<number>
  /** The guild its students join; null: accounts only. */
  guild_id: number | null
  created_by: number
  state: 'read' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'
  file_name: string
  /** utf-8, gb18030, utf-16le or xlsx. */
  encoding: string
  /** The first row names the columns. */
  has_header: boolean
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
  /** In the file, from 1. */
  line: number
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
