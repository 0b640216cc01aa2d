import { call } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  line,
  list,
  none,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

/** A student, for staff. */
export const Student = fields({
  id: id(),
  username: string(),
  nickname: string(),
  real_name: string(),
  /** 学号. */
  student_no: nullable(string()),
  /** The class, as staff wrote it. */
  class_name: string(),
  disabled: boolean(),
  /**
   * Whether the student also assists in a guild. Such an account is disabled and merged as a staff account; only
   * administrators see such students.
   */
  assists: boolean(),
  /**
   * An email address from a list that its owner has not confirmed; empty for none. Addresses that students entered
   * themselves are not shown.
   */
  email: string(),
  email_confirmed: boolean(),
  /** With its middle digits masked. */
  mobile: string(),
  /** Only a confirmed number can be used to log in. */
  mobile_confirmed: boolean(),
  /** Whether a password given by staff still has to be changed. */
  must_change_password: boolean(),
  last_login_at: nullable(instant()),
  created_at: instant(),
  /** Names of their guilds, five at most; `guild_count` says how many there are. */
  guilds: list(string()),
  guild_count: count(),
})

/** A filter on the students whom the caller may see. */
const filter = {
  keyword: optional(text(60)),
  guild_id: optional(id()),
  /** The whole name of a class; empty for students without one. */
  class_name: optional(text(60)),
  disabled: optional(boolean()),
  never_in: optional(boolean()),
}

/**
 * The order: by log-in name, by name, by class, or by the last log-in, where students who never logged in come as the
 * longest ago.
 */
const order = { sort: optional(oneOf('login', 'name', 'class', 'seen')), descending: optional(boolean()) }

export const peopleAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/person/list',
    access: 'staff',
    summary:
      'The students found by name, user name or 学号, by log-in name unless another order is requested. Teachers see those in their charge; administrators see all, including students who assist in a guild.',
    input: fields({ ...filter, ...order, ...paging }),
    output: pageOf(Student),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  classes: call({
    method: 'GET',
    path: '/api/admin/person/classes',
    access: 'staff',
    summary: 'The classes of the students whom the caller may see, by name, 500 at most.',
    input: none(),
    output: list(fields({ name: string(), students: count() })),
    refusals: [],
  }),
  exportList: call({
    method: 'POST',
    path: '/api/admin/person/export',
    access: 'staff',
    summary:
      'An address, for this person and ten minutes, that downloads students as a table with the columns that an import reads: the named ones, otherwise all that the filter finds. Rights are checked again at the download.',
    input: fields({
      format: oneOf('xlsx', 'csv'),
      user_ids: optional(list(id(), { minItems: 1, maxItems: 100 })),
      ...filter,
      ...order,
    }),
    output: fields({ url: string() }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  newSlips: call({
    method: 'POST',
    path: '/api/admin/person/new_slips',
    access: 'staff',
    summary:
      'Makes new initial passwords for students in the caller’s charge, printable as slips for 7 days; ends their sessions and invalidates earlier slips. Other people in the list are ignored; NOT_FOUND if nobody remains. `id` is the import that holds the slips.',
    input: fields({ user_ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    output: fields({ id: id(), made: count() }),
    refusals: ['NOT_FOUND'],
  }),
  setDisabled: call({
    method: 'POST',
    path: '/api/admin/person/set_disabled',
    access: 'admin',
    summary:
      'Disables the account of a student who assists nowhere, which ends their sessions, or enables it again. Nothing is deleted. DELETION_APPROVED: an account whose deletion was approved is enabled by cancelling the deletion.',
    input: fields({ user_id: id(), disabled: boolean() }),
    output: Student,
    refusals: ['NOT_FOUND', 'DELETION_APPROVED'],
  }),
  correct: call({
    method: 'POST',
    path: '/api/admin/person/correct',
    access: 'admin',
    summary: 'Corrects name, class or 学号 of a student; the user name stays.',
    input: fields({
      user_id: id(),
      real_name: optional(line(30)),
      class_name: optional(text(60)),
      student_no: optional(nullable(line(30))),
    }),
    output: Student,
    refusals: ['NOT_FOUND', 'NUMBER_TAKEN', 'INVALID'],
  }),
  merge: call({
    method: 'POST',
    path: '/api/admin/person/merge',
    access: 'admin',
    summary:
      'Merges two accounts of one student: 学号, name, class and guilds of the account that was never logged into go to the other, and it is deleted. Refused if both have been used, if one of them assists, or if results were entered for it.',
    input: fields({ from_id: id(), into_id: id() }),
    output: Student,
    refusals: ['NOT_FOUND', 'BOTH_USED', 'FULL', 'INVALID'],
  }),
}
