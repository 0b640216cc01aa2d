import { call } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  integer,
  instant,
  line,
  list,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

/** Which column (from 0) of the list holds what; null: none does. */
const mapping = () =>
  fields({
    /** 学号, the identity of a row: imported twice it is the same person. */
    student_no: column(),
    real_name: column(),
    /** The class, for staff to sort by. */
    class_name: nullable(column()),
    /** 男 or 女. */
    gender: nullable(column()),
    /** An address, to reach the student by once they have confirmed it. */
    email: optional(nullable(column())),
  })
const column = () => integer({ minimum: 0, maximum: 49 })

/**
 * new: an account will be made; joins: the person is known and joins the guild; invited: the
 * person is known, not in a teacher's care, and gets an invitation to the guild; changed: name, class, gender or an
 * address that a list gave will be set to what the list says; same: nothing to do; bad: it will be left out.
 */
export const rosterStatus = () => oneOf('new', 'joins', 'invited', 'changed', 'same', 'bad')

const counts = () =>
  fields({ new: count(), joins: count(), invited: count(), changed: count(), same: count(), bad: count() })

/** A list of students on its way into the school. */
export const RosterImport = fields({
  id: id(),
  /** read → checked → applying → applied → undoing → undone. */
  state: oneOf('read', 'checked', 'applying', 'applied', 'undoing', 'undone'),
  guild_id: nullable(id()),
  guild_name: nullable(string()),
  file_name: string(),
  /** How the text was written, for whoever sees odd letters: utf-8, gb18030, utf-16 or xlsx. */
  encoding: string(),
  /** Letters for columns without a head: A, B, C … */
  columns: list(string()),
  has_header: boolean(),
  mapping: nullable(mapping()),
  /** The first rows, as they were read. */
  sample: list(list(string())),
  row_count: count(),
  /** Of the check, or of what was done. */
  counts: nullable(counts()),
  /** Rows that have been gone through while it is applied or undone. */
  done: count(),
  /** When undone: students who were left as they are because they have logged in or worked since. */
  left: list(fields({ student_no: string(), real_name: string() })),
  created_by: string(),
  created_at: instant(),
  applied_at: nullable(instant()),
  /** Until when it can be undone. */
  undo_until: nullable(instant()),
  /** Whether initial passwords can still be printed. */
  has_slips: boolean(),
})

const RosterRow = fields({
  /** In the file, from 1. */
  line: count(),
  student_no: string(),
  real_name: string(),
  class_name: string(),
  gender: string(),
  email: string(),
  status: rosterStatus(),
  /** What is wrong with a bad row, in the reader's language; else empty. */
  problem: string(),
})

export const rosterAdmin = {
  read: call({
    method: 'POST',
    path: '/api/admin/roster/read',
    access: 'staff',
    summary:
      'Read a list of students: the bytes of an XLSX or CSV file in base64 (at most 5 MB), or pasted text; at most 5,000 rows. Nothing is made yet. Teachers name a guild of theirs; administrators may leave it out.',
    input: fields({
      guild_id: optional(nullable(id())),
      name: line(200),
      file: optional(string({ maxLength: 7_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' })),
      text: optional(text(1_000_000)),
    }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'INVALID'],
  }),
  check: call({
    method: 'POST',
    path: '/api/admin/roster/check',
    access: 'staff',
    summary: 'Say which column holds what, and try it out: every row is judged, nothing is made.',
    input: fields({ id: id(), has_header: boolean(), mapping: mapping() }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'STATE', 'INVALID'],
  }),
  apply: call({
    method: 'POST',
    path: '/api/admin/roster/apply',
    access: 'staff',
    summary:
      'Make the accounts and memberships, in the background; asked twice, it is done once. The school holds the consent of those who are listed.',
    input: fields({ id: id(), consent: boolean() }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'STATE', 'CONSENT', 'ARCHIVED'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/admin/roster/undo',
    access: 'staff',
    summary: 'Take an import back within 24 hours; students who have logged in or worked since are listed and left.',
    input: fields({ id: id() }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'STATE'],
  }),
  get: call({
    method: 'GET',
    path: '/api/admin/roster/get',
    access: 'staff',
    summary: 'One import, with how far it is.',
    input: fields({ id: id() }),
    output: RosterImport,
    refusals: ['NOT_FOUND'],
  }),
  rows: call({
    method: 'GET',
    path: '/api/admin/roster/rows',
    access: 'staff',
    summary: 'The rows of a checked import in the order of the file.',
    input: fields({ id: id(), status: optional(rosterStatus()), ...paging }),
    output: pageOf(RosterRow),
    refusals: ['NOT_FOUND'],
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/roster/list',
    access: 'staff',
    summary: "The imports one may see, newest first: one's own, and for administrators all.",
    input: fields({ ...paging }),
    output: pageOf(
      fields({
        id: id(),
        state: RosterImport.properties.state,
        guild_name: nullable(string()),
        file_name: string(),
        row_count: count(),
        created_by: string(),
        created_at: instant(),
      }),
    ),
    refusals: [],
  }),
  slips: call({
    method: 'GET',
    path: '/api/admin/roster/slips',
    access: 'staff',
    summary:
      'The initial passwords of an import, to be printed and handed out: of those who have not logged in yet, for 7 days.',
    input: fields({ id: id() }),
    output: fields({
      site_name: string(),
      /** Where the pupils reach the site. */
      address: string(),
      guild_name: nullable(string()),
      list: list(
        fields({
          student_no: string(),
          real_name: string(),
          class_name: string(),
          username: string(),
          password: string(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
