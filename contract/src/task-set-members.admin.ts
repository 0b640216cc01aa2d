import { Emblem } from './guilds.ts'
import { boolean, count, fields, id, instant, list, nullable, string, type Static } from './schema.ts'
import { taskStatus } from './tasks.admin.ts'

/** The largest numbers of classes that one call gives a task to, and that a set holds. */
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
  /** Number of saves: the `base_version` of the task’s own form. */
  base_version: count(),
  /** Number of student members of the guild. */
  member_count: count(),
  /** Number of students who hold it now. */
  accepted_count: count(),
  /** Whether a student has ever accepted it. */
  was_accepted: boolean(),
  /** Whether the caller may publish and close it. */
  may_lead: boolean(),
  /** Whether the guild is archived. */
  archived: boolean(),
  /** The title of the requested task’s chapter if this class has no chapter of that title; else empty. */
  chapter_missing: string(),
  /** Titles of prerequisites of the requested task for which this class has no task. */
  dropped: list(string()),
})
export type SetMember = Static<typeof SetMember>

/** A set: the classes a task was given to, limited to those where the caller is staff. */
export const TaskSet = fields({
  id: id(),
  title: string(),
  /** In the order the classes were given the task; includes the requested task. */
  members: list(SetMember),
  /** Number of students who are in more than one of these classes; each works in the one where they accept first. */
  shared_students: count(),
})

/** The outcome of a change in one class. */
export const ClassOutcome = fields({
  /** Null if the class has no task. */
  task_id: nullable(id()),
  guild_id: id(),
  /** Empty for a guild of which the caller is not staff. */
  guild_name: string(),
  /** Whether the change was made, or with `preview` would be made, as requested. */
  done: boolean(),
  /** Whether this call made the task. */
  made: boolean(),
  /** The reason and text of a refusal; empty if the change was made. */
  reason: string(),
  text: string(),
})
export type ClassOutcome = Static<typeof ClassOutcome>
