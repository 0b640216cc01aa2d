import { call } from './call.ts'
import { Emblem } from './guilds.ts'
import { boolean, count, fields, id, list, optional, string, type Static } from './schema.ts'
import { ClassOutcome, setLimits } from './task-set-members.admin.ts'

/** Where the works of one class stand; each student is counted once: `people` is the sum of the six numbers after it. */
const ClassStanding = fields({
  task_id: id(),
  guild_id: id(),
  guild_name: string(),
  ...Emblem,
  /** Students of the guild who are not at work in another class of the set. */
  people: count(),
  /** Held with a result, and held as sent back: what a release shows. */
  scored: count(),
  returning: count(),
  /** Handed in, not reviewed. */
  waiting: count(),
  /** Out already, in either way. */
  released: count(),
  excused: count(),
  /** Nothing handed in. */
  missing: count(),
  /** The guild is archived: nothing of it is released. */
  archived: boolean(),
})
export type ClassStanding = Static<typeof ClassStanding>

/** Reviewing a task of several classes at once: only in classes whose works one reviews, the others are neither counted nor named. */
export const reviewSetsAdmin = {
  standing: call({
    method: 'GET',
    path: '/api/admin/review/set',
    access: 'staff',
    summary: 'Where the works of each class of a set stand, as a release would find them.',
    input: fields({ set_id: id() }),
    output: fields({ title: string(), classes: list(ClassStanding) }),
    refusals: ['NOT_FOUND'],
  }),
  release: call({
    method: 'POST',
    path: '/api/admin/review/release-set',
    access: 'staff',
    summary:
      'Release what is held in the classes of a set, all of them or those of some tasks. Each class stands for itself; what is out already is not released twice.',
    input: fields({ set_id: id(), task_ids: optional(list(id(), { minItems: 1, maxItems: setLimits.classes })) }),
    output: fields({ classes: list(fields({ ...ClassOutcome.properties, released: count() })) }),
    refusals: ['NOT_FOUND'],
  }),
}
