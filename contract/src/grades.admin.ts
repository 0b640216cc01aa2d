import { call } from './call.ts'
import { enteredWord } from './entered-results.admin.ts'
import { taskType } from './guilds.ts'
import { Person } from './review-work.admin.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  list,
  none,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  percent,
  string,
  text,
  type Static,
} from './schema.ts'

/**
 * The mark in a cell, each with its own word and shape. No cell: nothing was submitted, and there is still time.
 * `blank`: for an offline task, the typed result was removed; `elsewhere`: the student does it in another class of the
 * set, shown without a number.
 */
export const cellMarks = [
  'missing',
  'waiting',
  'held',
  'returned',
  'excused',
  'passed',
  'failed',
  'blank',
  'elsewhere',
] as const

const Cell = fields({
  /** The index of its column in `tasks`. */
  t: count(),
  /** In a column of several classes: the task of the cell. */
  task_id: optional(id()),
  mark: oneOf(...cellMarks),
  /** The score on the task's scale; for a held result the one that will be released. Null: ungraded. */
  score: nullable(number()),
  late: boolean(),
  featured: boolean(),
  /** The version to open; null where there is none. */
  submit_id: nullable(id()),
  /** For an offline task: the typed result and its version; omitted where nothing was ever typed. */
  entered: optional(fields({ version: count(), word: enteredWord(), held: boolean() })),
})
export type GradeCell = Static<typeof Cell>

/** The task of one class in a column. */
const ColumnMember = fields({
  task_id: id(),
  guild_id: id(),
  due_at: nullable(instant()),
  max_score: number(),
  /** Whether results can be typed for its students by the caller. */
  may_enter: boolean(),
  held: count(),
})

/**
 * A column of the grid: a task, or the tasks of a set. `title`, `type` and `max_score` are those of the first;
 * `channel` is `offline` if all of them are offline.
 */
const GradeTask = fields({
  /** The id of the first of its tasks. */
  id: id(),
  /** The set its tasks belong to. */
  set_id: nullable(id()),
  /** In the order the classes were given the task; one for a task of a single guild. */
  members: list(ColumnMember),
  title: string(),
  type: taskType(),
  channel: oneOf('online', 'offline'),
  /** Whether results can be typed anywhere in its column by the caller. */
  may_enter: boolean(),
  /** Whether any of its tasks holds results, so that what is typed waits for a release. */
  hold: boolean(),
  /** The earliest due date. */
  due_at: nullable(instant()),
  max_score: number(),
  /** Mean percent of the matching students; null while nothing is released. */
  average: nullable(percent()),
  held: count(),
})

const GradeRow = fields({
  student: Person,
  /** Which of `guilds` the student is in: only their tasks concern this row. */
  guild_ids: list(id()),
  /** Mean percent of what is released, missing main tasks as 0; null without any. */
  average: nullable(percent()),
  cells: list(Cell),
})

/** Which students and tasks are meant. */
const selection = {
  /** The tasks of a set alone. */
  set_id: optional(id()),
  type: optional(taskType()),
  keyword: optional(text(60)),
  class_name: optional(text(100)),
  /** Only students with at least one such cell; `late` is a flag beside the cell's mark. */
  having: optional(oneOf('missing', 'waiting', 'held', 'returned', 'excused', 'late')),
}

export const gradesAdmin = {
  guilds: call({
    method: 'GET',
    path: '/api/admin/grade/guilds',
    access: 'staff',
    summary: 'The guilds whose grades the caller may see, by name, 500 at most.',
    input: none(),
    output: list(fields({ id: id(), name: string(), may_export: boolean() })),
    refusals: [],
  }),
  grid: call({
    method: 'GET',
    path: '/api/admin/grade/grid',
    access: 'staff',
    summary:
      'The grade grid of a guild, of the classes of a set, or with neither of all active guilds whose grades the caller may see; each student is one row, and the tasks of a set are one column. 2,000 students and 200 columns at most: `guilds_left` counts the guilds beyond that, which are to be requested by themselves.',
    input: fields({
      guild_id: optional(id()),
      ...selection,
      /** By default by number; equal ones by number as well. */
      sort: optional(oneOf('student_no', 'name', 'class', 'guild', 'average', 'task')),
      /** For `sort: task`. */
      sort_task: optional(id()),
      descending: optional(boolean()),
      limit: optional(integer({ minimum: 1, maximum: 500 })),
      after: paging.after,
    }),
    output: fields({
      /** The guilds that are shown, by name. */
      guilds: list(fields({ id: id(), name: string() })),
      /** Number of further guilds, omitted for lack of room. */
      guilds_left: count(),
      tasks: list(GradeTask),
      classes: list(string()),
      /** Mean of the students' averages. */
      average: nullable(percent()),
      /** How many students have such a cell, whatever `having` asks for. */
      counts: fields({
        missing: count(),
        waiting: count(),
        held: count(),
        returned: count(),
        excused: count(),
        late: count(),
      }),
      students: pageOf(GradeRow),
    }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  exportGrades: call({
    method: 'POST',
    path: '/api/admin/grade/export',
    access: 'staff',
    summary:
      'An address, for this person and ten minutes, that downloads grades: of a guild; with `across` or a set, of all active guilds that the caller leads, as in the grid but with all students and the 5,000 newest tasks, where a last line says how many are left out; otherwise of the whole school as one list, for administrators.',
    input: fields({
      guild_id: optional(id()),
      across: optional(boolean()),
      format: oneOf('xlsx', 'csv'),
      ...selection,
      /** Adds a column with the teachers' words beside each task. */
      comments: optional(boolean()),
    }),
    output: fields({ url: string() }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  exportTemplate: call({
    method: 'POST',
    path: '/api/admin/grade/template',
    access: 'staff',
    summary:
      'An address, for this person and ten minutes, that downloads a table in which the results of an offline task can be typed: for all students, or for those whose cell is blank.',
    input: fields({ task_id: id(), only: optional(oneOf('all', 'blank')) }),
    output: fields({ url: string() }),
    refusals: ['NOT_FOUND', 'STATE'],
  }),
  exportWorks: call({
    method: 'POST',
    path: '/api/admin/work/export',
    access: 'staff',
    summary:
      'An address, for this person and ten minutes, that downloads submitted works as a ZIP: of a task, of a guild, or of the whole school for administrators.',
    input: fields({ guild_id: optional(id()), task_id: optional(id()) }),
    output: fields({ url: string() }),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
}
