import type { Ranking } from '@tongchuang/contract/rankings.ts'
import { fail, type Language } from '@tongchuang/contract/errors.ts'
import { usualPeriod } from '@tongchuang/contract/rankings.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import { nameless } from '../guilds/nameless.ts'
import { maySeeGrades } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { invalid } from '../http/problem.ts'
import { levelOf } from '../ledger/rules.ts'
import type { SiteSettings } from '../settings.ts'
import { periodBefore, periodFor, type Calendar, type Period } from './periods.ts'
import { fewest, placesShown, resultsNeeded } from './rules.ts'
import {
  findOwn,
  findScope,
  listNeighbours,
  listOwnGuilds,
  listTop,
  type RankingKey,
  type ListName,
  type Own,
  type OwnGuild,
  type PlaceRow,
} from './store.ts'

type Caller = { user_id: number; now: number; language: Language }
type RankingRequest = { guild_id?: number; period?: string; limit?: number }
type Place = Ranking['list'][number]

export const calendarOf = ({ timezone, terms }: Pick<SiteSettings, 'timezone' | 'terms'>): Calendar => ({
  zone: timezone,
  terms,
})

/** The period a caller asks for; refuses an unknown one. */
export const periodAsked = (key: string, now: number, calendar: Calendar): Period => {
  const period = periodFor(key, now, calendar)
  if (!period) throw invalid('period', '没有这个时段', 'There is no such period')
  return period
}

/** The scope of a comparison: one guild, or the whole site when `guild` is null. */
type Comparison = {
  guild: OwnGuild | null
  isStaff: boolean
  /** Whether the caller reads the list to its last place: staff who may see grades. */
  isWhole: boolean
}

const scopeOf = async (
  app: App,
  user_id: number,
  guild_id: number | undefined,
  rankings: SiteSettings['rankings'],
): Promise<Comparison | null> => {
  if (guild_id === undefined && rankings === 'site') return { guild: null, isStaff: false, isWhole: false }
  const guilds = await listOwnGuilds(app.db, user_id)
  const guild =
    guild_id === undefined
      ? (guilds.find(({ ranking_mode }) => ranking_mode !== 'off') ?? guilds[0])
      : guilds.find(({ id }) => id === guild_id)
  if (guild) {
    const staff = guild.role === 'student' ? null : await staffOf(app.db, user_id, guild.id)
    return { guild, isStaff: guild.role !== 'student', isWhole: staff !== null && maySeeGrades(staff) }
  }
  if (guild_id !== undefined) throw fail('NOT_FOUND')
  return null
}

const valueOf = (list: ListName, stored: number): number => (list === 'excellent' ? stored / 10 : stored)

/** Presents a place of a list to its reader. */
const placeFor = (app: App, list: ListName, { caller, levels, showsNames, showsValues, isSite }: Reader) => {
  return (row: PlaceRow): Place => {
    const is_me = row.user_id === caller.user_id
    const { rank, rank_before, nickname } = row
    const isNamed = nickname !== null && (is_me || (showsNames && row.ranking_visibility === 'nickname'))
    return {
      rank,
      change: rank_before === null ? null : rank_before - rank,
      user_id: isNamed ? row.user_id : null,
      nickname: isNamed ? nickname : nameless(caller.language),
      avatar: isNamed ? faceFor(app, row, caller.user_id) : null,
      level: isNamed ? levelOf(row.experience ?? 0, levels) : null,
      guild_name: isNamed && isSite ? row.guild_name : null,
      value: is_me || showsValues ? valueOf(list, row.value) : null,
      detail: is_me || showsValues ? row.detail : null,
      is_me,
    }
  }
}

type Reader = {
  caller: Caller
  levels: SiteSettings['levels']
  showsNames: boolean
  showsValues: boolean
  isSite: boolean
}
type Me = Ranking['me']

const nobody: Me = { rank: null, change: null, value: null, detail: null, to_next: null }

/** A person’s own place and value, which nobody else is shown. */
const standingOf = (list: ListName, own: Own | undefined, isRanked: boolean): Me => {
  const isExcellent = list === 'excellent'
  const stored = isExcellent ? own?.excellent : own && own.experience > 0 ? own.experience : null
  if (!own) return { ...nobody, reason: 'NOTHING_YET' }
  if (stored === null || stored === undefined) {
    const hasFew = isExcellent && own.results > 0 && own.results < resultsNeeded
    return {
      ...nobody,
      detail: isExcellent ? own.results : own.active_days,
      reason: hasFew ? 'FEW_RESULTS' : 'NOTHING_YET',
    }
  }
  const rank = isRanked ? (isExcellent ? own.excellent_rank : own.workhard_rank) : null
  const before = isExcellent ? own.excellent_before : own.workhard_before
  return {
    rank,
    change: rank === null || before === null ? null : before - rank,
    value: valueOf(list, stored),
    detail: isExcellent ? own.counted : own.active_days,
    to_next: null,
    ...(own.ranking_visibility === 'hidden' && { reason: 'HIDDEN' as const }),
  }
}

/** One of the two rankings for one reader. */
export const rankingFor = async (
  app: App,
  list: ListName,
  request: RankingRequest,
  caller: Caller,
): Promise<Ranking> => {
  const { rankings, ranking_values, ranking_list, levels, ...settings } = await app.settings()
  if (rankings === 'off') throw fail('RANKINGS_OFF')
  const calendar = calendarOf(settings)
  const period = periodAsked(request.period ?? usualPeriod[list], caller.now, calendar)
  const before = periodBefore(period, calendar)
  const scope = await scopeOf(app, caller.user_id, request.guild_id, rankings)
  const shown = {
    period: period.key,
    period_name: period.name,
    from: iso(period.from),
    to: iso(period.to),
    scope: { guild_id: scope?.guild?.id ?? null, guild_name: scope?.guild?.name ?? null },
  }
  const empty = { earlier: null, updated_at: null, eligible: 0, list: [], neighbours: [] }
  if (!scope) return { ...shown, ...empty, reason: 'NO_GUILD', me: nobody }

  const { guild, isStaff, isWhole } = scope
  const key: RankingKey = {
    period: period.key,
    before: before?.key ?? '',
    guild_id: guild?.id ?? 0,
    user_id: caller.user_id,
  }
  const counted = await findScope(app.db, key.period, key.guild_id)
  const earlier = before && (await findScope(app.db, before.key, key.guild_id)) ? before.key : null
  const eligible = (list === 'excellent' ? counted?.excellent_listed : counted?.workhard_listed) ?? 0
  const reason = guild?.ranking_mode === 'off' ? ('OFF' as const) : eligible < fewest ? ('TOO_FEW' as const) : undefined
  const own = await findOwn(app.db, key)
  const me = isStaff ? { ...nobody, reason: 'STAFF' as const } : standingOf(list, own, reason === undefined)
  const isOwnOnly = list === 'excellent' && ranking_list === 'own'
  const known = {
    ...shown,
    earlier,
    updated_at: iso(counted?.updated_at ?? null),
    eligible: reason === 'OFF' ? 0 : eligible,
  }
  if (reason) return { ...known, reason, list: [], neighbours: [], me }
  if (isOwnOnly) return { ...known, reason: 'OWN_ONLY', list: [], neighbours: [], me }

  const showsValues = list === 'workhard' || ranking_values
  const showsNames = ranking_list === 'names'
  const present = placeFor(app, list, { caller, levels, showsNames, showsValues, isSite: guild === null })
  const limit = request.limit ?? 10
  const rows = await listTop(app.db, list, key, isWhole ? limit : placesShown(eligible, limit))
  const { above, below } =
    me.rank === null ? { above: null, below: null } : await listNeighbours(app.db, list, key, me.rank)
  const isListed = new Set(rows.map(({ user_id }) => user_id))
  const mayShowNeighbours = me.reason !== 'HIDDEN' && (guild === null || guild.ranking_mode === 'top+neighbours')
  const neighbours = mayShowNeighbours
    ? [above, below].filter((row) => row !== null).filter(({ user_id }) => !isListed.has(user_id))
    : []
  // The distance to the next place reveals the value of whoever holds it.
  const to_next =
    above && showsValues && me.value !== null ? Math.round((valueOf(list, above.value) - me.value) * 10) / 10 : null
  return { ...known, list: rows.map(present), neighbours: neighbours.map(present), me: { ...me, to_next } }
}

/**
 * A person’s places in one guild in the usual periods, as the guild’s own page shows them; null where the guild has no
 * ranking.
 */
export const ranksIn = async (
  app: App,
  guild: { id: number; ranking_mode: 'off' | 'top' | 'top+neighbours' },
  { user_id, now }: { user_id: number; now: number },
) => {
  const settings = await app.settings()
  if (settings.rankings === 'off' || guild.ranking_mode === 'off') return { rank_excellent: null, rank_workhard: null }
  const calendar = calendarOf(settings)
  const rankOf = async (list: ListName): Promise<number | null> => {
    const period = periodFor(usualPeriod[list], now, calendar)
    if (!period) return null
    const scope = await findScope(app.db, period.key, guild.id)
    if (!scope || scope[`${list}_listed`] < fewest) return null
    const own = await findOwn(app.db, { period: period.key, before: '', guild_id: guild.id, user_id })
    return own?.[`${list}_rank`] ?? null
  }
  return { rank_excellent: await rankOf('excellent'), rank_workhard: await rankOf('workhard') }
}
