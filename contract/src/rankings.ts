import { call, type Output } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  list,
  nullable,
  number,
  oneOf,
  optional,
  string,
  text,
} from './schema.ts'

/** The default period of each list (docs/rules.md). */
export const usualPeriod = { excellent: 'term', workhard: 'week' } as const

/** One place of a ranking. An anonymous person keeps place and number; id, picture, level and guild are null. */
const Place = fields({
  /** Dense: equal numbers share a place and the next place follows on. */
  rank: count(),
  /** Places won (+) or lost (−) since the end of the period before; null for a person who had no place then. */
  change: nullable(integer()),
  user_id: nullable(id()),
  nickname: string(),
  avatar: nullable(string()),
  level: nullable(count()),
  /** In the ranking of the whole site: the guild of a student who is in only one. */
  guild_name: nullable(string()),
  /** One decimal (优秀) or whole (勤奋); of others in 优秀 null unless the school shows them. */
  value: nullable(number()),
  /** How many tasks (优秀) or active days (勤奋). */
  detail: nullable(count()),
  is_me: boolean(),
})
export type Place = Output<typeof rankings.excellent>['list'][number]

const Ranking = fields({
  /** The key of the period: `week-2026-10-12`, `month-2026-10`, `term-2026-09-01`. */
  period: string(),
  /** The name of the term; empty for weeks and months. */
  period_name: string(),
  from: instant(),
  /** The first moment that no longer belongs to it. */
  to: instant(),
  /** The key of the period before; null where no numbers of it are kept. */
  earlier: nullable(string()),
  /** A guild, or with null the whole site. */
  scope: fields({ guild_id: nullable(id()), guild_name: nullable(string()) }),
  /** When it was last counted; null before the first count. */
  updated_at: nullable(instant()),
  /** How many people have a place. */
  eligible: count(),
  /**
   * Why the list is empty. `TOO_FEW`: fewer than five people; `OFF`: switched off by the guild; `NO_GUILD`: the caller
   * is in no guild; `OWN_ONLY`: the school shows each student only their own place.
   */
  reason: optional(oneOf('TOO_FEW', 'OFF', 'NO_GUILD', 'OWN_ONLY')),
  /** The first `limit` places; a student is shown at most those of the better half. */
  list: list(Place),
  /**
   * The places right before and right after the caller, where the guild shows them and they are not in the list; never
   * the last place.
   */
  neighbours: list(Place),
  /** The caller's own place, only ever sent to the caller. */
  me: fields({
    rank: nullable(count()),
    change: nullable(integer()),
    value: nullable(number()),
    detail: nullable(count()),
    /**
     * The difference to the number of the next place; null on the first place and where others’ numbers are not shown.
     */
    to_next: nullable(number()),
    /** Why others do not see the caller in the list (`HIDDEN`), or why the caller has no place. */
    reason: optional(oneOf('HIDDEN', 'FEW_RESULTS', 'NOTHING_YET', 'STAFF')),
  }),
})
export type Ranking = Output<typeof rankings.excellent>

const input = () =>
  fields({
    /**
     * One of the caller's guilds. Without it: the whole site or the first of the caller's guilds, as the school has
     * decided.
     */
    guild_id: optional(id()),
    /** `week`, `month`, `term` for the current one, or the key of an earlier one. */
    period: optional(text(20, 1)),
    /** Places shown: 10 unless said. */
    limit: optional(integer({ minimum: 1, maximum: 50 })),
  })

export const rankings = {
  // The misspelled path is the one of the specification.
  excellent: call({
    method: 'POST',
    path: '/api/student/getExecllentStudentList',
    access: 'student',
    summary: 'The ranking 优秀, by the quality of work: a weighted mean of released results, by default of the term.',
    input: input(),
    output: Ranking,
    refusals: ['RANKINGS_OFF', 'NOT_FOUND', 'INVALID'],
    limit: 'read',
  }),
  workHard: call({
    method: 'POST',
    path: '/api/student/getWorkHardStudentList',
    access: 'student',
    summary: 'The ranking 勤奋, by steady effort: experience earned in the period, by default the week.',
    input: input(),
    output: Ranking,
    refusals: ['RANKINGS_OFF', 'NOT_FOUND', 'INVALID'],
    limit: 'read',
  }),
}
