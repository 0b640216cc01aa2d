import type { App } from '../app-services.ts'
import { fieldOf } from '../fields.ts'
import {
  countersKept,
  dropCounter,
  dropOld,
  dropStale,
  listedOf,
  listStale,
  noteStale,
  noteStaleGuild,
  readCursors,
  rowsIn,
  scopesIn,
  writeCounters,
  writeCursors,
  writePlaces,
  writeScope,
} from './counters-store.ts'
import { endsOfLogs, factsOf, listPeople, touchedSince } from './facts-store.ts'
import { isOpen, latestPeriods, openPeriods, periodAt, printOf, type Calendar, type Period } from './periods.ts'
import { countersOf, placesOf, type Counter } from './rules.ts'

const peopleAtOnce = 100
const placesAtOnce = 500
const scopesAtOnce = 8
/**
 * Longer than any transaction lasts: on PostgreSQL a row may appear with a lower id than an existing one until then.
 */
const settlesAfter = 120_000
const logs = ['ledger', 'history', 'tasks'] as const
const yearMs = 366 * 24 * 3_600_000

type Scope = { period: string; guild_id: number }
type At = { now: number; calendar: Calendar }

const stillOpen = ({ now, calendar }: At): Period[] => openPeriods(now, calendar)

const keyOf = ({ period, guild_id, user_id }: Scope & { user_id: number }): string => `${period} ${guild_id} ${user_id}`
const isSame = (one: object, other: object | undefined): boolean =>
  other !== undefined && Object.entries(one).every(([field, value]) => fieldOf(other, field) === value)

/**
 * Counters are committed before their places: this says in between that a process which dies here leaves lists that no
 * later change of a counter would bring up again.
 */
const notePlaced = (db: App['db'], isPlaced: boolean, now: number): Promise<void> =>
  writeCursors(db, [{ source: 'places', settled: isPlaced ? 1 : 0, pending: 0, pending_at: now }])

/** Counts some people again; returns the people whose numbers changed, and the scopes of those changes. */
const count = async (
  { db }: App,
  user_ids: readonly number[],
  periods: readonly Period[],
  now: number,
): Promise<{ scopes: Scope[]; people: Set<number> }> => {
  const from = Math.min(...periods.map((period) => period.from))
  const counters = countersOf(await factsOf(db, user_ids, from), periods, now)
  const kept = new Map(
    (
      await countersKept(
        db,
        user_ids,
        periods.map(({ key }) => key),
      )
    ).map((row) => [keyOf(row), row]),
  )
  const changed = counters.filter((counter) => !isSame(counter, kept.get(keyOf(counter))))
  for (const counter of counters) kept.delete(keyOf(counter))
  const gone: Counter[] = [...kept.values()]
  if (changed.length + gone.length > 0) {
    await db.transaction().execute(async (db) => {
      await notePlaced(db, false, now)
      await writeCounters(db, changed)
      for (const counter of gone) await dropCounter(db, counter)
    })
  }
  const all = [...changed, ...gone]
  return { scopes: all, people: new Set(all.map(({ user_id }) => user_id)) }
}

/** Computes the places of one scope; writes only rows that changed. */
const place = async ({ db }: App, { period, guild_id }: Scope, now: number): Promise<void> => {
  const rows = await rowsIn(db, period, guild_id)
  const placed = placesOf(rows)
  const changed = placed.filter((row, at) => !isSame(row, rows[at]))
  for (let at = 0; at < changed.length; at += placesAtOnce) {
    await db.transaction().execute((db) => writePlaces(db, period, guild_id, changed.slice(at, at + placesAtOnce)))
  }
  const listed = (field: 'excellent_rank' | 'workhard_rank') =>
    placed.filter((row, at) => row[field] !== null && !rows[at]?.hidden).length
  const counts = { excellent_listed: listed('excellent_rank'), workhard_listed: listed('workhard_rank') }
  await writeScope(db, { period, guild_id, ...counts, updated_at: now })
}

/**
 * Counts people again and computes the places of the scopes that change, and of those that a process left unplaced;
 * returns the people whose numbers changed.
 */
const recount = async (
  app: App,
  user_ids: readonly number[],
  at: At,
  periods = stillOpen(at),
  unplaced: readonly Scope[] = [],
): Promise<Set<number>> => {
  const { now } = at
  const scopes = new Map(unplaced.map((scope) => [`${scope.period} ${scope.guild_id}`, scope]))
  const people = new Set<number>()
  for (let first = 0; first < user_ids.length; first += peopleAtOnce) {
    const counted = await count(app, user_ids.slice(first, first + peopleAtOnce), periods, now)
    for (const { period, guild_id } of counted.scopes) scopes.set(`${period} ${guild_id}`, { period, guild_id })
    for (const user_id of counted.people) people.add(user_id)
  }
  const changed = [...scopes.values()]
  // Scopes are placed concurrently so that they share a commit: waiting for the disk is most of the cost of each.
  for (let first = 0; first < changed.length; first += scopesAtOnce) {
    await Promise.all(changed.slice(first, first + scopesAtOnce).map((scope) => place(app, scope, now)))
  }
  if (changed.length > 0) await notePlaced(app.db, true, now)
  return people
}

const everybody = async (app: App): Promise<number[]> => {
  const ids: number[] = []
  for (
    let some = await listPeople(app.db, 0, 5_000);
    some.length > 0;
    some = await listPeople(app.db, ids.at(-1) ?? 0, 5_000)
  )
    ids.push(...some)
  return ids
}

/** The periods to count after the calendar changed: closed periods that already have a list are left unchanged. */
const newPeriods = async ({ db }: App, { now, calendar }: At): Promise<Period[]> => {
  const latest = latestPeriods(now, calendar)
  const keys = latest.map(({ key }) => key)
  const listed = await listedOf(db, keys)
  return latest.filter((period) => isOpen(period, now) || !listed.has(period.key))
}

/**
 * Counts what was added to the logs since the last run: the ledger, the history of student-tasks and the tasks
 * themselves. Writers to these tables do no work for the rankings, and no log entry can be missed. When the calendar
 * has changed since the last run, everybody is counted, because no log records that.
 */
const project = async (app: App, { now, calendar }: At): Promise<void> => {
  const { db } = app
  // Read before the facts: anything written in between is counted again by the next run.
  const ends = await endsOfLogs(db, now)
  const kept = new Map((await readCursors(db)).map((cursor) => [cursor.source, cursor]))
  const stale = await listStale(db)
  const print = printOf(calendar)
  const isAnew = kept.get('calendar')?.settled !== print
  const isUnplaced = kept.get('places')?.settled === 0
  const isQuiet =
    !isAnew &&
    !isUnplaced &&
    stale.length === 0 &&
    logs.every((log) => kept.get(log)?.settled === ends[log]) &&
    now - ends.tasks > settlesAfter
  if (isQuiet) return
  const settledAt = (log: (typeof logs)[number]): number => kept.get(log)?.settled ?? 0
  // Tasks are followed by timestamp, and a writer that read the clock first may commit last.
  const since = {
    ledger: settledAt('ledger'),
    history: settledAt('history'),
    tasks: Math.min(settledAt('tasks'), now) - settlesAfter,
  }
  const touched = isAnew ? await everybody(app) : await touchedSince(db, since)
  const people = [...new Set([...touched, ...stale.map(({ user_id }) => user_id)])]
  const at = { now, calendar }
  const latest = latestPeriods(now, calendar).map(({ key }) => key)
  const unplaced = isUnplaced ? await scopesIn(db, latest) : []
  await recount(app, people, at, isAnew ? await newPeriods(app, at) : stillOpen(at), unplaced)
  const lag = app.database.dialect === 'sqlite' ? 0 : settlesAfter
  await db.transaction().execute(async (db) => {
    await dropStale(
      db,
      stale.map(({ id }) => id),
    )
    await writeCursors(db, [
      { source: 'calendar', settled: print, pending: print, pending_at: now },
      ...logs.map((source) => {
        const cursor = kept.get(source)
        // A clock that was ahead would otherwise keep everything from settling until that time comes.
        if (cursor && now - cursor.pending_at < lag) return { ...cursor, pending_at: Math.min(cursor.pending_at, now) }
        const pending = ends[source]
        return { source, settled: lag === 0 ? pending : (cursor?.pending ?? 0), pending, pending_at: now }
      }),
    ])
  })
}

/** Compares every counter with the logs, corrects and logs any difference: a difference means a bug in this product. */
const check = async (app: App, { now, calendar }: At): Promise<void> => {
  // Before the first count there is nothing to compare.
  if ((await readCursors(app.db)).length === 0) return
  await project(app, { now, calendar })
  const { ledger, history, tasks } = await endsOfLogs(app.db, now)
  const wrong = await recount(app, await everybody(app), { now, calendar })
  for (const user_id of await touchedSince(app.db, { ledger, history, tasks: tasks - settlesAfter }))
    wrong.delete(user_id)
  if (wrong.size > 0)
    app.log.error(
      { people: [...wrong].slice(0, 100), count: wrong.size },
      'rankings were not what the ledgers and results say',
    )
  const aYearAgo = now - yearMs
  const keyThen = (kind: 'week' | 'month') => periodAt(kind, aYearAgo, calendar)?.key ?? ''
  await dropOld(app.db, keyThen('week'), keyThen('month'))
}

const at = async (app: App, now: number): Promise<At> => {
  const { timezone: zone, terms } = await app.settings()
  return { now, calendar: { zone, terms } }
}

/** Brings the rankings up to date at once, for callers that cannot wait for the next run. */
export const updateRankings = async (app: App): Promise<void> => project(app, await at(app, app.clock()))

/** Registers the jobs that keep the counters: new entries at least twice a minute, a full check once a day. */
export const registerRankingJobs = (app: App): void => {
  app.jobs.every('rankings.follow', 20, async (now) => project(app, await at(app, now)))
  app.jobs.every('rankings.check', 24 * 3_600, async (now) => check(app, await at(app, now)))
  app.events.on('guild.joined', (db, { user_id }) => noteStale(db, [user_id]))
  app.events.on('guild.left', (db, { user_id }) => noteStale(db, [user_id]))
  app.events.on('account.status_changed', (db, { user_id }) => noteStale(db, [user_id]))
  app.events.on('guild.put_away', (db, { guild_id }) => noteStaleGuild(db, guild_id))
}
