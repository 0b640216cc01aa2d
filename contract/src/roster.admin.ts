import { call } from './call.ts'
import { mapping, RosterGuild, RosterImport, rosterRole, RosterRow, rosterStatus } from './roster-shapes.admin.ts'
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
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

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
    input: fields({
      id: id(),
      has_header: boolean(),
      /** The line with the column heads, if it is not the detected one. */
      head_line: optional(integer({ minimum: 1, maximum: 100_000 })),
      mapping: mapping(),
    }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'INVALID'],
  }),
  chooseSheet: call({
    method: 'POST',
    path: '/api/admin/roster/choose_sheet',
    access: 'staff',
    summary: 'Which sheet of a workbook is the list, or null for all of them; its heads are looked for anew.',
    input: fields({ id: id(), sheet: nullable(integer({ minimum: 0, maximum: 19 })) }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'STATE', 'INVALID'],
  }),
  repair: call({
    method: 'POST',
    path: '/api/admin/roster/repair',
    access: 'staff',
    summary:
      'Put something right in a row of a checked list, or in all rows with the same problem; `keep` answers a question with "so it is": of a number whose account has another name, that it is the same person’s. Everything is checked again.',
    input: fields({
      id: id(),
      line: integer({ minimum: 1, maximum: 1_000_000 }),
      alike: optional(boolean()),
      keep: optional(boolean()),
      student_no: optional(text(30)),
      real_name: optional(text(30)),
      class_name: optional(text(60)),
      /** Administrators; null: no guild, the account alone. */
      guild: optional(nullable(text(60))),
      role: optional(rosterRole()),
    }),
    output: RosterImport,
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'INVALID'],
  }),
  guilds: call({
    method: 'GET',
    path: '/api/admin/roster/guilds',
    access: 'admin',
    summary: 'The guilds a checked list names, those that need a look first; 300 at most.',
    input: fields({ id: id() }),
    output: list(RosterGuild),
    refusals: ['NOT_FOUND'],
  }),
  settleGuild: call({
    method: 'POST',
    path: '/api/admin/roster/settle_guild',
    access: 'admin',
    summary:
      'How a guild of a checked list is to be: another name for a new one (that of a guild that is there means that guild), its category, who leads it, or more room. It happens with the import.',
    input: fields({
      id: id(),
      key: text(60, 1),
      name: optional(line(60)),
      category_id: optional(nullable(id())),
      teacher_id: optional(nullable(id())),
      capacity: optional(integer({ minimum: 1, maximum: 100_000 })),
    }),
    output: list(RosterGuild),
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
    summary:
      'Take an import back within 24 hours, with the power of whoever does; students who have logged in or worked since are listed and left. Where all of them are, it stays done and can be taken back again.',
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
    input: fields({ id: id(), status: optional(rosterStatus()), guild: optional(text(60)), ...paging }),
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
      /** The address at which students reach the site. */
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
