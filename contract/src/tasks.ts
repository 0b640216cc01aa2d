import { call, type Output } from './call.ts'
import { subject } from './drawings.ts'
import { Emblem, taskType } from './guilds.ts'
import {
  boolean,
  count,
  fields,
  id,
  idOrZero,
  instant,
  integer,
  list,
  literal,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  percent,
  string,
  text,
  union,
} from './schema.ts'

/**
 * A student's relation to a task (docs/rules.md). `locked`, `available` and `elsewhere` are computed, the others
 * stored.
 */
export const taskStates = [
  'locked',
  'available',
  'doing',
  'submitted',
  'returned',
  'passed',
  'failed',
  'aborted',
  'expired',
  'excused',
  'elsewhere',
] as const
export type TaskState = (typeof taskStates)[number]
export const taskState = () => oneOf(...taskStates)

/** `type` of the routes and calls: the four types and `all`; old links carry the numbers 0–4 (docs/rules.md). */
export const typeFilter = () => oneOf('all', 'main', 'side', 'daily', 'event', '0', '1', '2', '3', '4')

/** Why a task cannot be accepted yet. */
export const Lock = fields({
  reason: oneOf('LOCKED', 'LEVEL', 'NOT_OPEN', 'CLOSED', 'FULL', 'TOO_MANY', 'COOLDOWN', 'OTHER_CLASS'),
  /**
   * Details of the reason: the titles of the tasks to pass first, the required level, the time of the next round, or
   * the guild in which the student does the task.
   */
  text: string(),
})

/** How a task treats late work; `late_percent` and `late_cap` are percentage points. */
export const lateRule = {
  late_rule: oneOf('refuse', 'mark', 'percent'),
  late_percent: number(),
  late_cap: number(),
}

/** A task as a card. */
export const TaskCard = fields({
  id: id(),
  guild_id: id(),
  guild_name: string(),
  ...Emblem,
  /** The subject of its drawing: its own, else that of its guild. */
  subject: subject(),
  title: string(),
  summary: string(),
  type: taskType(),
  /** offline: done in class or on paper; nothing is submitted, and the student reads the result here. */
  channel: oneOf('online', 'offline'),
  /** 1–5; passing earns 10 × difficulty experience. */
  difficulty: integer(),
  points: count(),
  open_at: nullable(instant()),
  /** The due date for this student: that of the task, of an extension, or of a return. */
  due_at: nullable(instant()),
  close_at: nullable(instant()),
  ...lateRule,
  state: taskState(),
  late: boolean(),
  /** Released score on the task's scale; null while there is none (never 0). */
  score: nullable(number()),
  percent_final: nullable(percent()),
  max_score: number(),
  lock: list(Lock),
  accepted_count: count(),
  capacity: nullable(count()),
  discussion_count: count(),
  cover: string(),
  /** The round of a daily task, from 1. */
  round: integer(),
  /** When the draft was saved, if the server holds one. */
  draft_saved_at: nullable(instant()),
  /** For a returned task, the number of places that the teacher marked. */
  mark_count: count(),
})
export type TaskCard = Output<typeof tasks.listByGuild>['list'][number]

export const DoingTask = fields({
  ...TaskCard.properties,
  next_action: oneOf('write', 'revise', 'wait'),
  /** Seconds until the due date; negative once late, null without a due date. */
  seconds_left: nullable(integer()),
})

const Enrolment = fields({
  id: id(),
  task_id: id(),
  state: taskState(),
  round: integer(),
  accepted_at: nullable(instant()),
})

export const tasks = {
  listByGuild: call({
    method: 'GET',
    path: '/api/student/tasks_by_guild_id',
    access: 'student',
    summary: 'Tasks of one guild, or of all the caller’s active guilds when `guild_id` is 0 or absent.',
    input: fields({
      guild_id: optional(union([idOrZero(), literal('')])),
      type: optional(typeFilter()),
      state: optional(taskState()),
      keyword: optional(text(60)),
      sort: optional(oneOf('default', 'due', 'new')),
      ...paging,
    }),
    output: fields({
      ...pageOf(TaskCard).properties,
      /** Numbers of tasks by state, regardless of the requested one; other states count in `all` only. */
      states: fields({ available: count(), doing: count(), returned: count(), passed: count(), all: count() }),
    }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  listDoing: call({
    method: 'GET',
    path: '/api/student/doing_tasks_by_guild_id',
    access: 'student',
    summary: 'The caller’s tasks under way: returned first, then doing by due date, then submitted.',
    input: fields({ guild_id: optional(union([idOrZero(), literal('')])), ...paging }),
    output: pageOf(DoingTask),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  accept: call({
    method: 'PUT',
    path: '/api/student/accept_task',
    access: 'student',
    summary: 'Accepts a task. Accepting again changes nothing.',
    input: fields({ id: id() }),
    output: Enrolment,
    refusals: [
      'NOT_FOUND',
      'NOT_MEMBER',
      'ARCHIVED',
      'NOT_OPEN',
      'CLOSED',
      'LOCKED',
      'LEVEL',
      'FULL',
      'TOO_MANY',
      'COOLDOWN',
      'OTHER_CLASS',
      'STATE',
    ],
  }),
  abort: call({
    method: 'PUT',
    path: '/api/student/abort_task',
    access: 'student',
    summary: 'Gives up a task; draft and versions stay. Giving up again changes nothing.',
    input: fields({ id: id(), reason: optional(text(200, 2)) }),
    output: Enrolment,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'TOO_FAST'],
  }),
}
