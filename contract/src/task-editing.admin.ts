import { call } from './call.ts'
import { levelWords } from './criteria.ts'
import { subject } from './drawings.ts'
import { FileCard } from './files.ts'
import { Emblem, taskType } from './guilds.ts'
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
  string,
  text,
  type TProperties,
} from './schema.ts'
import { QuestionInput, QuestionKey } from './questions.admin.ts'
import { ClassOutcome, TaskSet } from './task-set-members.admin.ts'
import { taskStatus } from './tasks.admin.ts'

const date = () => nullable(instant())

/** Text that may be empty, as in an unfinished draft. */
const draftLine = (maxLength: number) => text(maxLength)

/** The largest numbers of criteria, questions, files and prerequisites of a task, and of options of a question. */
export const taskLimits = { criteria: 8, questions: 60, options: 12, files: 20, prerequisites: 20 } as const

/** A criterion as staff write it. An existing one is sent with its id, so that results keep their meaning. */
export const CriterionInput = fields({
  id: optional(id()),
  label: draftLine(40),
  /** What full marks look like. */
  description: draftLine(200),
  /** The weight in percent; those of one task add up to 100. */
  weight: integer({ minimum: 0, maximum: 100 }),
  /** A sentence for each level; omitted: none. */
  level_words: optional(levelWords()),
})

/** The settings of a task. */
const settings = {
  title: line(80),
  summary: text(200),
  /** Markdown. */
  content: text(50_000),
  type: taskType(),
  /**
   * offline: done in class or on paper. The settings about submitting are then not stored, and staff enter the results.
   */
  channel: oneOf('online', 'offline'),
  difficulty: integer({ minimum: 1, maximum: 5 }),
  /** The score that a result of 100 % earns. */
  points: count(10_000),
  max_score: number({ minimum: 1, maximum: 1000 }),
  scored: boolean(),
  pass_line: number({ minimum: 0, maximum: 100 }),
  open_at: date(),
  due_at: date(),
  close_at: date(),
  late_rule: oneOf('refuse', 'mark', 'percent'),
  late_percent: number({ minimum: 0, maximum: 100 }),
  late_cap: number({ minimum: 0, maximum: 100 }),
  needs_review: boolean(),
  hold: boolean(),
  /** Whether the server submits drafts when time is up, five minutes after the close. */
  submit_drafts: boolean(),
  capacity: nullable(integer({ minimum: 1, maximum: 100_000 })),
  min_level: integer({ minimum: 1, maximum: 100 }),
  max_attempts: nullable(integer({ minimum: 1, maximum: 100 })),
  cooldown_days: integer({ minimum: 1, maximum: 365 }),
  max_rounds: integer({ minimum: 1, maximum: 365 }),
  needs_text: boolean(),
  min_files: integer({ minimum: 0, maximum: 10 }),
  statement_required: boolean(),
  chapter_id: nullable(id()),
  /** The subject of its drawings; null: that of its guild. */
  own_subject: nullable(subject()),
}

const parts = {
  criteria: list(CriterionInput, { maxItems: taskLimits.criteria }),
  questions: list(QuestionInput, { maxItems: taskLimits.questions }),
  /** The keys of questions with points; a question that is not listed has none. */
  keys: list(QuestionKey, { maxItems: taskLimits.questions }),
  /** Tasks of the same guild that must be passed first. */
  prerequisites: list(id(), { maxItems: taskLimits.prerequisites }),
  /** Files uploaded with the purpose `task`, in order. */
  files: list(id(), { maxItems: taskLimits.files }),
  cover_file_id: nullable(id()),
}

const eachOptional = <P extends TProperties>(shapes: P) =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, optional(shape)])) as {
    [K in keyof P]: ReturnType<typeof optional<P[K]>>
  }

/** A task as its staff edit it. */
export const TaskForm = fields({
  id: id(),
  guild_id: id(),
  guild_name: string(),
  ...Emblem,
  /** The subject of the guild's drawings. */
  guild_subject: subject(),
  status: taskStatus(),
  /** Counts saves; the next save sends the last version seen. */
  base_version: count(),
  ...settings,
  title: string(),
  criteria: list(
    fields({ id: id(), label: string(), description: string(), weight: number(), level_words: list(string()) }),
  ),
  questions: list(QuestionInput),
  keys: list(QuestionKey),
  prerequisites: list(fields({ id: id(), title: string(), status: taskStatus() })),
  files: list(FileCard),
  cover_file_id: nullable(id()),
  /** The address of the cover; empty if the drawing is shown instead. */
  cover: string(),
  /** Whether a student has ever accepted it; type, points, full marks and criteria then change only with `notify`. */
  was_accepted: boolean(),
  /** Number of students who hold it now; while it is above 0, the task cannot be made due earlier. */
  accepted_count: count(),
  /** Number of student members of the guild, who will see it. */
  member_count: count(),
  /** Whether the caller may publish and close it; an assistant only edits the drafts of a teacher. */
  may_lead: boolean(),
  /** Whether the guild is archived, so that nothing can be changed. */
  read_only: boolean(),
  saved_at: instant(),
  trashed_at: nullable(instant()),
  /** The set it belongs to; null for none, and if the caller is staff of no other class of it. */
  set: nullable(TaskSet),
})

/** A task after a change, and with `also` the outcome in the other classes of its set. */
const WithClasses = fields({ ...TaskForm.properties, classes: list(ClassOutcome) })

/**
 * `set`: also changes the other classes of its set where the caller may. Each class succeeds or is refused on its own.
 */
const also = () => optional(oneOf('set'))

const saving = ['NOT_FOUND', 'ROLE', 'INVALID', 'STATE', 'ARCHIVED', 'FILE'] as const

export const taskEditing = {
  form: call({
    method: 'GET',
    path: '/api/admin/task/form',
    access: 'staff',
    summary: 'Everything about one task, for the staff of its guild.',
    input: fields({ id: id() }),
    output: TaskForm,
    refusals: ['NOT_FOUND'],
  }),
  preview: call({
    method: 'GET',
    path: '/api/admin/task/preview',
    access: 'staff',
    summary: 'The text of a task as its students read it.',
    input: fields({ id: id() }),
    output: fields({ content_html: string() }),
    refusals: ['NOT_FOUND'],
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/task/create',
    access: 'staff',
    summary: 'Begin a draft in a guild.',
    input: fields({ guild_id: id(), title: line(80), chapter_id: optional(nullable(id())) }),
    output: TaskForm,
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'],
  }),
  update: call({
    method: 'POST',
    path: '/api/admin/task/update',
    access: 'staff',
    summary:
      'Saves the sent fields of a task. After the first acceptance, changing type, points, full marks and criteria requires `notify`, and the task cannot be made due earlier while somebody holds it. CONFLICT answers both texts if somebody else has saved meanwhile. With `also`, a class whose text was changed on its own is left as it is (CONFLICT), dates that differ stay, the chapter is matched by its title, and prerequisites are replaced by those of the same set.',
    input: fields({
      id: id(),
      base_version: count(),
      notify: optional(boolean()),
      also: also(),
      /** Saves nothing; the answer says what would happen in each class. */
      preview: optional(boolean()),
      ...eachOptional(settings),
      ...eachOptional(parts),
    }),
    output: WithClasses,
    refusals: [...saving, 'CONFLICT', 'TELL_HOLDERS', 'DUE_EARLIER', 'CYCLE', 'INCOMPLETE'],
  }),
  publish: call({
    method: 'POST',
    path: '/api/admin/task/publish',
    access: 'staff',
    summary:
      'Publishes a draft: it opens at its time, or now if that has passed or `now` is set. Students are told when it opens.',
    input: fields({ id: id(), now: optional(boolean()), also: also() }),
    output: WithClasses,
    refusals: [...saving, 'INCOMPLETE'],
  }),
  unpublish: call({
    method: 'POST',
    path: '/api/admin/task/unpublish',
    access: 'staff',
    summary: 'Take a scheduled task back to a draft.',
    input: fields({ id: id() }),
    output: TaskForm,
    refusals: saving,
  }),
  archive: call({
    method: 'POST',
    path: '/api/admin/task/archive',
    access: 'staff',
    summary: 'Archives a closed task; students who accepted it can still see it.',
    input: fields({ id: id() }),
    output: TaskForm,
    refusals: saving,
  }),
  trash: call({
    method: 'POST',
    path: '/api/admin/task/trash',
    access: 'staff',
    summary: 'Move a task to the bin, where it stays for 30 days; nobody but staff sees it there.',
    input: fields({ id: id() }),
    output: TaskForm,
    refusals: saving,
  }),
  restore: call({
    method: 'POST',
    path: '/api/admin/task/restore',
    access: 'staff',
    summary: 'Restores a task from the bin to its earlier state.',
    input: fields({ id: id() }),
    output: TaskForm,
    refusals: saving,
  }),
  copy: call({
    method: 'POST',
    path: '/api/admin/task/copy',
    access: 'staff',
    summary:
      'Copy a task as a draft, within its guild or into another the caller leads; prerequisites stay within one guild.',
    input: fields({ id: id(), guild_id: optional(id()), title: optional(line(80)) }),
    output: TaskForm,
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'],
  }),
  history: call({
    method: 'GET',
    path: '/api/admin/task/history',
    access: 'staff',
    summary:
      'The history of a task, newest first, at most 100: creation, changes of its state, and edits made after it was published.',
    input: fields({ id: id() }),
    output: list(fields({ id: id(), action: string(), changed: list(string()), actor: string(), at: instant() })),
    refusals: ['NOT_FOUND'],
  }),
}
