import { call } from './call.ts'
import { levelWords } from './criteria.ts'
import { boolean, fields, id, line, list, nullable, optional, string, text, type Static } from './schema.ts'

/** How many sets one person may keep. */
export const maxCriteriaSets = 50

/** A criterion without a weight: when it is reused, weights start out even. */
const KeptCriterion = fields({
  label: line(40),
  /** What full marks look like. */
  description: text(200),
  /** A sentence for each level, or none. */
  level_words: levelWords(),
})

const title = () => line(40)

/** Criteria kept to be used again. */
export const CriteriaSet = fields({
  id: id(),
  title: string(),
  /** The guild whose staff share it; null: private to its owner. */
  guild_id: nullable(id()),
  /** Whether the caller owns it; only the owner can change it. */
  mine: boolean(),
  criteria: list(fields({ label: string(), description: string(), level_words: list(string()) })),
})
export type CriteriaSet = Static<typeof CriteriaSet>

/** Sets of criteria: for oneself, or for the staff of a guild. */
export const criteriaSetsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/criteria_set/list',
    access: 'staff',
    summary: 'The caller’s sets of criteria and those shared in a guild, newest first, 100 at most.',
    input: fields({ guild_id: optional(id()) }),
    output: list(CriteriaSet),
    refusals: ['NOT_FOUND'],
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/criteria_set/create',
    access: 'staff',
    summary:
      'Saves criteria as a set, private or shared with the staff of a guild that the caller leads; 50 per person at most.',
    input: fields({
      title: title(),
      guild_id: optional(nullable(id())),
      criteria: list(KeptCriterion, { minItems: 1, maxItems: 8 }),
    }),
    output: CriteriaSet,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'INVALID'],
  }),
  update: call({
    method: 'POST',
    path: '/api/admin/criteria_set/update',
    access: 'staff',
    summary: 'Renames a set of the caller, or changes whom it is shared with.',
    input: fields({ id: id(), title: optional(title()), guild_id: optional(nullable(id())) }),
    output: CriteriaSet,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/criteria_set/remove',
    access: 'staff',
    summary: 'Removes a set of the caller; tasks that used it keep their criteria.',
    input: fields({ id: id() }),
    output: fields({ id: id() }),
    refusals: ['NOT_FOUND'],
  }),
}
