import { call } from './call.ts'
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
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'
import { taskStatus } from './tasks.admin.ts'

const listed = {
  id: id(),
  /** The set it belongs to; null for none. */
  set_id: nullable(id()),
  guild_id: id(),
  guild_name: string(),
  ...Emblem,
  title: string(),
  type: taskType(),
  status: taskStatus(),
  chapter_id: nullable(id()),
  chapter: string(),
  open_at: nullable(instant()),
  due_at: nullable(instant()),
  close_at: nullable(instant()),
  /** Numbers of students who hold it, who have submitted, whose work waits for a review, and who have passed. */
  accepted: count(),
  submitted: count(),
  waiting: count(),
  passed: count(),
  trashed_at: nullable(instant()),
}

/** A task; with `grouped`, one task of a set stands for all matching tasks of the set, which are in `classes`. */
const ListedTask = fields({ ...listed, classes: list(fields(listed)) })

const Chapter = fields({ id: id(), title: string(), task_count: count() })

export const taskListsAdmin = {
  tasks: call({
    method: 'GET',
    path: '/api/admin/task/desk',
    access: 'staff',
    summary: 'The tasks of the caller’s guilds with their numbers, filtered; those in the bin only if requested.',
    input: fields({
      guild_id: optional(id()),
      status: optional(taskStatus()),
      /** Only open tasks with submissions that are due within the next 7 days. */
      due_soon: optional(boolean()),
      type: optional(taskType()),
      chapter_id: optional(id()),
      keyword: optional(text(60)),
      sort: optional(oneOf('new', 'due', 'title')),
      /** One row for each set, by its newest task. */
      grouped: optional(boolean()),
      ...paging,
    }),
    output: pageOf(ListedTask),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  bulk: call({
    method: 'POST',
    path: '/api/admin/task/bulk',
    access: 'staff',
    summary:
      'Changes many tasks of the caller’s guilds: shifts their dates by days, puts them into a chapter, or publishes, opens, closes, archives, bins or restores them. Each succeeds or is refused on its own, as the answer says.',
    input: fields({
      ids: list(id(), { minItems: 1, maxItems: 100 }),
      act: oneOf('shift', 'chapter', 'publish', 'open', 'close', 'archive', 'trash', 'restore'),
      /** For `shift`: the number of days, on the school’s wall clock. */
      days: optional(integer({ minimum: -365, maximum: 365 })),
      /**
       * For `shift`: the dates that were shown when it was chosen. A task that has been shifted from them by as many
       * days counts as changed and is not shifted again; one with other dates is refused with CHANGED.
       */
      from: optional(
        list(
          fields({
            id: id(),
            open_at: nullable(instant()),
            due_at: nullable(instant()),
            close_at: nullable(instant()),
          }),
          { maxItems: 100 },
        ),
      ),
      /** For `chapter`. */
      chapter_id: optional(nullable(id())),
    }),
    output: fields({
      changed: list(id()),
      refused: list(fields({ id: id(), title: string(), reason: string(), text: string() })),
    }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  chapters: call({
    method: 'GET',
    path: '/api/admin/chapter/list',
    access: 'staff',
    summary: 'The chapters of a guild in order.',
    input: fields({ guild_id: id() }),
    output: list(Chapter),
    refusals: ['NOT_FOUND'],
  }),
  saveChapter: call({
    method: 'POST',
    path: '/api/admin/chapter/save',
    access: 'staff',
    summary: 'Renames a chapter, or without an `id` adds one at the end; at most 60 in a guild.',
    input: fields({ guild_id: id(), id: optional(id()), title: line(60) }),
    output: list(Chapter),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'],
  }),
  removeChapter: call({
    method: 'POST',
    path: '/api/admin/chapter/remove',
    access: 'staff',
    summary: 'Remove a chapter; its tasks stay, without one.',
    input: fields({ guild_id: id(), id: id() }),
    output: list(Chapter),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
  arrangeChapters: call({
    method: 'POST',
    path: '/api/admin/chapter/arrange',
    access: 'staff',
    summary: 'Sets the order of the chapters of a guild; each must be named once.',
    input: fields({ guild_id: id(), ids: list(id(), { minItems: 1, maxItems: 60 }) }),
    output: list(Chapter),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'],
  }),
}

/** The input for copying a guild into its next term. */
export const TermCopy = {
  guild_id: id(),
  name: line(60),
  /** The number of days by which every date moves, keeping the time of day by the school’s clock. */
  days: integer({ minimum: -3650, maximum: 3650 }),
  /** Whether its students become members of the copy. */
  with_members: optional(boolean()),
  /** Whether the original guild is archived in the same step. */
  archive_old: optional(boolean()),
}

export const termsAdmin = {
  previewCopy: call({
    method: 'GET',
    path: '/api/admin/guild/preview_copy',
    access: 'staff',
    summary: 'What copying a guild into its next term will make, and examples of dates before and after.',
    input: fields(TermCopy),
    output: fields({
      chapters: count(),
      tasks: count(),
      criteria: count(),
      members: count(),
      staff: count(),
      /** Number of works of the old guild that still wait for a review. */
      waiting: count(),
      /** Number of its results that are held, entered ones included: an archived guild releases none. */
      held: count(),
      /** Number of students with a task of the old guild under way, which archiving ends. */
      under_way: count(),
      first: list(fields({ title: string(), due_before: nullable(instant()), due_after: nullable(instant()) })),
    }),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  copyGuild: call({
    method: 'POST',
    path: '/api/admin/guild/copy',
    access: 'staff',
    summary:
      'Copy a guild into its next term: settings, staff, chapters, tasks as drafts, on request its students. All of it or nothing. Repeating it with the same `key` and the same settings gives the copy that was made, as long as that keeps its invite code.',
    input: fields({
      ...TermCopy,
      /** An idempotency key that the page makes, one for each copy. */
      key: optional(text(64, 8)),
    }),
    output: fields({ guild_id: id(), chapters: count(), tasks: count(), members: count() }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'],
  }),
  archiveGuild: call({
    method: 'POST',
    path: '/api/admin/guild/archive',
    access: 'staff',
    summary: 'Archives a guild: its open tasks close, and it can only be read from then on.',
    input: fields({ guild_id: id() }),
    output: fields({ guild_id: id(), status: oneOf('active', 'archived') }),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  reviveGuild: call({
    method: 'POST',
    path: '/api/admin/guild/revive',
    access: 'staff',
    summary: 'Makes an archived guild active again; its tasks stay closed.',
    input: fields({ guild_id: id() }),
    output: fields({ guild_id: id(), status: oneOf('active', 'archived') }),
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
}
