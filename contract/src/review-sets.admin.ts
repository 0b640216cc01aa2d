import { call } from './call.ts'
import { Emblem } from './guilds.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  list,
  nullable,
  optional,
  percent,
  string,
  type Static,
} from './schema.ts'
import { ClassOutcome, setLimits } from './task-set-members.admin.ts'

/**
 * A scheduled release. `reason` and `text` say why it failed at its time, or, as soon as the person who scheduled it no
 * longer reviews there (`left`), why it will; empty while it waits.
 */
const TimedRelease = fields({ at: instant(), follow: boolean(), reason: string(), text: string() })

/**
 * The state of the works of one class. Each student is counted once: `people` = `scored` + `returning` + `waiting` +
 * `released` + `excused` + `missing`.
 */
const ClassStanding = fields({
  task_id: id(),
  guild_id: id(),
  guild_name: string(),
  ...Emblem,
  /** Students of the guild who are not at work in another class of the set. */
  people: count(),
  /** Held results of submitted works and entered ones, then held returns: what a release makes visible. */
  scored: count(),
  returning: count(),
  /** Handed in and not reviewed. */
  waiting: count(),
  /** Released results, returns included; then the returns among them. */
  released: count(),
  returned: count(),
  excused: count(),
  /** Nothing handed in. */
  missing: count(),
  /**
   * Numbers of results, held or released and without returns, below 60 % of the full mark, in the 60s, 70s, 80s, and
   * from 90 on.
   */
  parts: list(count()),
  /** Their mean percent; null without one. */
  average: nullable(percent()),
  /** Whether the guild is archived, so that nothing of it is released. */
  archived: boolean(),
  timed: nullable(TimedRelease),
})
export type ClassStanding = Static<typeof ClassStanding>

const someClasses = { set_id: id(), task_ids: optional(list(id(), { minItems: 1, maxItems: setLimits.classes })) }

/**
 * Reviews a task of several classes at once. Only classes whose works the caller reviews are included; the others are
 * neither counted nor named.
 */
export const reviewSetsAdmin = {
  standing: call({
    method: 'GET',
    path: '/api/admin/review/set',
    access: 'staff',
    summary: 'The state of the works of each class of a set, as a release would find them.',
    input: fields({ set_id: id() }),
    output: fields({
      title: string(),
      classes: list(ClassStanding),
      /** Mean percent of all classes together. */
      average: nullable(percent()),
    }),
    refusals: ['NOT_FOUND'],
  }),
  release: call({
    method: 'POST',
    path: '/api/admin/review/release-set',
    access: 'staff',
    summary:
      'Releases the held results in the classes of a set: all classes, or those of some tasks. Each class succeeds or is refused on its own; nothing is released twice. With `follow`, works reviewed later are released at once; with `at`, everything waits until then, replacing a time set before.',
    input: fields({ ...someClasses, follow: optional(boolean()), at: optional(instant()) }),
    output: fields({ classes: list(fields({ ...ClassOutcome.properties, released: count() })) }),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  stopRelease: call({
    method: 'POST',
    path: '/api/admin/review/stop-release',
    access: 'staff',
    summary: 'Cancels the scheduled releases of a set, in all classes or for some tasks.',
    input: fields(someClasses),
    output: fields({ stopped: count() }),
    refusals: ['NOT_FOUND'],
  }),
}
