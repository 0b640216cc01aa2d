import { call } from './call.ts'
import { enteredWord } from './entered-results.admin.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  line,
  list,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

const column = () => integer({ minimum: 0, maximum: 49 })

/** Which column of the table (from 0) holds each field; null: no column does. */
const mapping = () =>
  fields({
    /** The student number, or the name where only one student of the guild has it. */
    student_no: column(),
    score: column(),
    /** The words for the student. */
    text: optional(nullable(column())),
    /** Columns of the product's own template: the task of the row, and the version of its cell. */
    task: optional(nullable(column())),
    version: optional(nullable(column())),
  })

/**
 * new: the cell is empty and will be written; changed: the cell will get another value; same: nothing to do; ask:
 * somebody changed the cell since the template was made; released: the student has read it, and an import never changes
 * that; bad: skipped.
 */
export const enteredRowStatus = () => oneOf('new', 'changed', 'same', 'ask', 'released', 'bad')

const counts = () =>
  fields({ new: count(), changed: count(), same: count(), ask: count(), released: count(), bad: count() })

/** An import of results into the cells of an offline task. */
export const EnteredImport = fields({
  id: id(),
  task_id: id(),
  task_title: string(),
  guild_id: id(),
  guild_name: string(),
  max_score: number(),
  /** read → checked → applied → undone. */
  state: oneOf('read', 'checked', 'applied', 'undone'),
  file_name: string(),
  /** The heads of the columns; letters (A, B, C …) for columns without one. */
  columns: list(string()),
  has_header: boolean(),
  mapping: nullable(mapping()),
  /** The first rows as they were read. */
  sample: list(list(string())),
  row_count: count(),
  /** Counts of the check, or of the applied rows. */
  counts: nullable(counts()),
  /** Number of `ask` rows for which the value of the table was chosen. */
  taken: count(),
  /** Cells that were written, and still are. */
  written: count(),
  /** After an undo: students whose cell was left as it is, because it was changed or released since. */
  left: list(fields({ student_no: string(), real_name: string() })),
  created_by: string(),
  created_at: instant(),
  applied_at: nullable(instant()),
  /** Until when it can be undone. */
  undo_until: nullable(instant()),
})

const Value = fields({ word: enteredWord(), score: nullable(number()) })

const EnteredImportRow = fields({
  /** The line in the file, from 1. */
  line: count(),
  /** The number or name in the table, or as it was corrected. */
  student_no: string(),
  /** Empty if no student of the guild is meant. */
  real_name: string(),
  /** The typed value as it is in the table, or as it was corrected. */
  typed: string(),
  status: enteredRowStatus(),
  /** What is wrong with a bad row, in the reader’s language; else empty. */
  problem: string(),
  /** The present value of the cell, who typed it (`by`) and when (`at`). */
  now: Value,
  by: string(),
  at: nullable(instant()),
  /** The value that would be written; null where the row cannot be read. */
  value: nullable(Value),
  /** For an `ask` row: whether the value of the table was chosen. */
  taken: boolean(),
})

export const enteredImportsAdmin = {
  read: call({
    method: 'POST',
    path: '/api/admin/grade/import_read',
    access: 'staff',
    summary:
      'Reads a table of results for an offline task: an XLSX or CSV file in base64 (at most 5 MB) or pasted text; at most 5,000 rows. No result is written yet.',
    input: fields({
      task_id: id(),
      name: line(200),
      file: optional(string({ maxLength: 7_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' })),
      text: optional(text(1_000_000)),
    }),
    output: EnteredImport,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'INVALID'],
  }),
  check: call({
    method: 'POST',
    path: '/api/admin/grade/import_check',
    access: 'staff',
    summary: 'Sets the columns of a table and judges every row; no result is written.',
    input: fields({ id: id(), has_header: boolean(), mapping: mapping() }),
    output: EnteredImport,
    refusals: ['NOT_FOUND', 'STATE', 'INVALID'],
  }),
  mend: call({
    method: 'POST',
    path: '/api/admin/grade/import_mend',
    access: 'staff',
    summary:
      'Corrects a row of a checked table, or chooses the value of the table for an `ask` row; all rows are judged again.',
    input: fields({
      id: id(),
      line: count(5_001),
      student_no: optional(text(30)),
      typed: optional(text(30)),
      taken: optional(boolean()),
    }),
    output: EnteredImport,
    refusals: ['NOT_FOUND', 'STATE', 'SCALE'],
  }),
  apply: call({
    method: 'POST',
    path: '/api/admin/grade/import_apply',
    access: 'staff',
    summary:
      'Writes the new and changed rows and the chosen `ask` rows in one transaction; repeating it changes nothing. Written results are held until their release. A cell that somebody changed since the check becomes an `ask` row instead; SCALE if the full marks have changed since the check, which must then be repeated.',
    input: fields({ id: id() }),
    output: EnteredImport,
    refusals: ['NOT_FOUND', 'STATE', 'ARCHIVED', 'SCALE'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/admin/grade/import_undo',
    access: 'staff',
    summary:
      'Takes an import back within 24 hours; cells that were changed or released since are listed and left as they are.',
    input: fields({ id: id() }),
    output: EnteredImport,
    refusals: ['NOT_FOUND', 'STATE', 'ARCHIVED'],
  }),
  get: call({
    method: 'GET',
    path: '/api/admin/grade/import_get',
    access: 'staff',
    summary: 'One import of results.',
    input: fields({ id: id() }),
    output: EnteredImport,
    refusals: ['NOT_FOUND'],
  }),
  rows: call({
    method: 'GET',
    path: '/api/admin/grade/import_rows',
    access: 'staff',
    summary: 'The rows of an import in one status, in the order of the file.',
    input: fields({ id: id(), status: enteredRowStatus(), ...paging }),
    output: pageOf(EnteredImportRow),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
}
