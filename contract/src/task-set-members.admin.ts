import { Emblem } from './guilds.ts'
import { boolean, count, fields, id, instant, list, nullable, string, type Static } from './schema.ts'
import { taskStatus } from './tasks.admin.ts'

/** How many classes one call gives a task to, and how many a set holds. */
export const setLimits = { atOnce: 20, classes: 60 } as const

/** The task of one class in a set, as its staff see it. */
export const SetMember = fields({
  task_id: id(),
  guild_id: id(),
  guild_name: string(),
  ...Emblem,
  status: taskStatus(),
  open_at: nullable(instant()),
  due_at: nullable(instant()),
  close_at: nullable(instant()),
  /** Counts saves, as `base_version` of the task’s own form. */
  base_version: count(),
  /** Student members of the guild. */
  member_count: count(),
  /** Students who hold it now. */
  accepted_count: count(),
  /** Whether a student ever took it. */
  was_accepted: boolean(),
  /** Whether the caller publishes and closes there. */
  may_lead: boolean(),
  /** The guild is archived. */
  archived: boolean(),
  /** The title of the requested task’s chapter if this class has no chapter of that title; else empty. */
  chapter_missing: string(),
  /** Titles of prerequisites of the requested task for which this class has no task. */
  dropped: list(string()),
})
export type SetMember = Static<typeof SetMember>

/** The classes a task was given to, as far as the caller is staff there. */
export const TaskSet = fields({
  id: id(),
  title: string(),
  /** In the order the classes were given the task; includes the requested task. */
  members: list(SetMember),
  /** Students who are in more than one of these classes: they work in the one where they accept first. */
  shared_students: count(),
})

/** What became of a change in one class. */
export const ClassOutcome = fields({
  /** Null where there is no task. */
  task_id: nullable(id()),
  guild_id: id(),
  /** Empty for a guild the caller is no staff of. */
  guild_name: string(),
  /** Whether the change was made, or with `preview` would be made, as requested. */
  done: boolean(),
  /** Whether this call made the task. */
  made: boolean(),
  /** The reason of a refusal and its text; empty where the change was made. */
  reason: string(),
  text: string(),
})
export type ClassOutcome = Static<typeof ClassOutcome>
