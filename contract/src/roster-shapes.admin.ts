import { boolean, count, fields, id, instant, integer, list, nullable, oneOf, optional, string } from './schema.ts'

/** Which column of the list (from 0) holds each field; null: no column does. */
export const mapping = () =>
  fields({
    /** 学号, the identity of a row: importing it again refers to the same person. */
    student_no: column(),
    real_name: column(),
    /** The name of the class, which staff sort and filter by. */
    class_name: nullable(column()),
    /** The year (年级), which goes in front of a class that only counts within it: 七年级 and 1班 are 七年级1班. */
    grade: optional(nullable(column())),
    /** The class of each row is the name of its sheet, as in workbooks with a sheet for each class. */
    class_of_sheet: optional(boolean()),
    /** 男 or 女. */
    gender: nullable(column()),
    /** An email address, used once the student has confirmed it. */
    email: optional(nullable(column())),
    /**
     * Only in lists of administrators: the name of the guild that the row joins, which is made if it does not exist.
     */
    guild: optional(nullable(column())),
    /** Only in lists of administrators: 学生, 教师 or 助教. */
    role: optional(nullable(column())),
  })
const column = () => integer({ minimum: 0, maximum: 49 })

/**
 * new: an account will be made; joins: the person is known and joins the guild; invited: the person is known, not in a
 * teacher's charge, and gets an invitation to the guild; changed: name, class, gender or an address from a list will be
 * set to the value of the list; same: nothing to do; bad: the row will be skipped.
 */
export const rosterStatus = () => oneOf('new', 'joins', 'invited', 'changed', 'same', 'bad')

const rosterCause = () =>
  oneOf(
    '',
    'number',
    'name',
    'class',
    'other',
    'twice',
    'two_names',
    'two_roles',
    'other_name',
    'odd_length',
    'lost_zero',
    'odd_class',
    'no_guild',
    'guild_long',
    'role_unknown',
  )

const counts = () =>
  fields({ new: count(), joins: count(), invited: count(), changed: count(), same: count(), bad: count() })

export const rosterRole = () => oneOf('student', 'teacher', 'assistant')

/** A roster import: a list of students to be brought into the school. */
export const RosterImport = fields({
  id: id(),
  /** read → checked → applying → applied → undoing → undone. */
  state: oneOf('read', 'checked', 'applying', 'applied', 'undoing', 'undone'),
  guild_id: nullable(id()),
  guild_name: nullable(string()),
  file_name: string(),
  /** The encoding of the text, to explain garbled letters: utf-8, gb18030, utf-16 or xlsx. */
  encoding: string(),
  /** The heads of the columns; letters (A, B, C …) for columns without one. */
  columns: list(string()),
  /** Columns that seem to hold guilds or roles, which are ignored in the list of a teacher. */
  not_read: list(string()),
  has_header: boolean(),
  /** The line of the file with the heads of the columns, from 1; 0: there is none. */
  head_line: count(),
  /**
   * The sheets of a workbook in their order, with the number of their rows; null: the sheet is too large to be read.
   * Empty for other files. `hidden`: how many of the rows a filter or a hand has hidden; they are imported, too.
   */
  sheets: list(fields({ name: string(), rows: nullable(count()), hidden: count() })),
  /** The sheet that is imported, from 0; null: all of them. */
  sheet: nullable(count()),
  mapping: nullable(mapping()),
  /** The first rows that are not empty, as they were read, and their lines. */
  sample: list(list(string())),
  sample_lines: list(count()),
  row_count: count(),
  /** Counts of the check, or of the applied rows. */
  counts: nullable(counts()),
  /** Number of new accounts that are for teachers and assistants. */
  new_staff: count(),
  /**
   * Guilds named in the list, if a column does so: `new` ones that will be or were created, and `known` ones that
   * already exist.
   */
  guilds: fields({ new: count(), known: count() }),
  /**
   * Students in the classes of a checked or applied list whom it does not name, where it names at least half of a
   * class: they may have moved away. The import leaves them as they are. `people`: at most 50, by class.
   */
  absent: fields({
    count: count(),
    people: list(fields({ student_no: string(), real_name: string(), class_name: string() })),
  }),
  /** Number of rows processed so far while it is applied or undone. */
  done: count(),
  /**
   * After an undo: students who were left as they are because they have logged in or worked since, or because whoever
   * undid it has no power over them. If nothing could be undone, the import stays `applied`.
   */
  left: list(fields({ student_no: string(), real_name: string() })),
  /** After an undo: guilds it made that stay because somebody is in them or has done something there. */
  guilds_left: list(string()),
  created_by: string(),
  created_at: instant(),
  applied_at: nullable(instant()),
  /** Until when it can be undone. */
  undo_until: nullable(instant()),
  /** Whether initial passwords can still be printed. */
  has_slips: boolean(),
})

export const RosterRow = fields({
  /**
   * Identifies the row: its line in the file, from 1; with several sheets, numbering continues from the sheet before.
   */
  line: count(),
  /** The location of the row: the sheet, empty where there is only one, and the line in it. */
  sheet: string(),
  sheet_line: count(),
  student_no: string(),
  real_name: string(),
  class_name: string(),
  gender: string(),
  email: string(),
  status: rosterStatus(),
  /** What is wrong with a bad row, in the reader's language; else empty. */
  problem: string(),
  /** The kind of problem, which decides what the page offers to do about it; empty for none. */
  cause: rosterCause(),
  /** The `line` of the other row that the problem concerns, and its line within its sheet; 0 for none. */
  other_line: count(),
  other_place: count(),
  /** The conflicting value of the other row, of most rows, or of the account with this number. */
  other: string(),
  /** The earlier name of the account that the row changes, if the reader may know it; else empty. */
  was: string(),
  /**
   * Number of rows with exactly the same problem, including this one; for rows whose account has another name, all of
   * those.
   */
  alike: count(),
  role: rosterRole(),
  /** The guild that the row joins, as the list names it; empty: the one chosen for the whole list, or none. */
  guild: string(),
  /** For administrators: names of the guilds that a known person is in now, three at most. */
  now_in: list(string()),
})

export const RosterGuild = fields({
  /** Identifies the guild within the list. */
  key: string(),
  name: string(),
  /** Null: the guild will be made. */
  guild_id: nullable(id()),
  is_new: boolean(),
  category_id: nullable(id()),
  /** The teacher who will lead a new guild, in addition to those the list names. */
  teacher_id: nullable(id()),
  /** Teachers the list names for it. */
  teachers: list(string()),
  /**
   * Numbers of rows that join the guild: `new` accounts, and known people (`joins`); `staff` counts those of both who
   * become staff.
   */
  new: count(),
  joins: count(),
  staff: count(),
  /** Number of members before the import, and the limit; null: no limit. */
  members: count(),
  capacity: nullable(count()),
  /**
   * full: more people join than there is room for; no_teacher: nobody would lead a new guild; same_name: several guilds
   * have this name.
   */
  attention: list(oneOf('full', 'no_teacher', 'same_name')),
})
