import { sql, type Selectable } from 'kysely'
import { atOnce } from '../db/at-once.ts'
import { compiled } from '../db/compiled.ts'
import type { Level } from '../default-levels.ts'
import type { Db } from '../db/schema.ts'
import { schoolDay } from '../db/time.ts'
import { leaveEvent } from '../events.ts'
import { heldAndToday, heldBy, type Ledger } from './held-store.ts'
import { allowedPoints, dayNumber, experiencePoints, isWornOut, levelOf, type ExperienceKind } from './rules.ts'
import type { LedgerEntryTable } from './tables.ts'

/** The source of a movement: a source earns each kind once, per `actor` if it matters who caused it. */
type Source = {
  user_id: number
  source_type: string
  source_id: number
  guild_id: number | null
  now: number
  zone: string
}
export type ExperienceSource = Source & { kind: ExperienceKind; actor?: number }
type Totals = { score: number; experience: number; level_reached: number }

type Award = ExperienceSource & { points?: number }

/**
 * Writes experience for an event and returns the points: 0 if this source has earned it already or a limit of the day
 * is reached. `points` overrides the table, which `pass` needs (10 × difficulty).
 */
export const earn = async (db: Db, award: Award): Promise<number> => (await earnTogether(db, [award]))[0] ?? 0

/** Writes several awards that one person earns at the same time; their common data is read and written once. */
export const earnTogether = async (db: Db, awards: readonly Award[]): Promise<number[]> => {
  const [first] = awards
  if (!first) return []
  const { user_id, now, zone } = first
  const day = schoolDay(now, zone)
  // Sent in order on the same connection, so that the read happens after the totals are locked.
  const [totals, { held, today, levels }] = await atOnce(db, [
    (db) => hold(db, user_id),
    (db) => heldAndToday(db, awards, day),
  ])
  let experience = totals.experience
  const earned: number[] = []
  const entries: EntryRow[] = []
  for (const [at, award] of awards.entries()) {
    const { sum = 0, last = 0 } = held[at] ?? {}
    const isOver = sum > 0 || isWornOut(award.kind, last)
    const points = isOver ? 0 : allowedPoints(award.kind, award.points ?? experiencePoints[award.kind], today)
    earned.push(points)
    if (points === 0) continue
    const entry = { ...award, ledger: 'experience' as const, points, seq: last + 1, day, memo: '' }
    entries.push(entryRow({ ...entry, before: experience }))
    experience += points
    today.push({ kind: award.kind, points })
  }
  if (entries.length === 0) return earned
  await atOnce(db, [
    (db) => insertEntries(db, entries),
    (db) => raise(db, totals, { user_id, experience, now, levels }),
  ])
  return earned
}

/** Reverses what a source has earned and returns the points, 0 or negative; a level once reached is kept. */
export const reverse = async (db: Db, award: ExperienceSource): Promise<number> => {
  const totals = await hold(db, award.user_id)
  const { sum, seq } = await heldBy(db, 'experience', award.kind, award)
  if (sum <= 0) return 0
  await write(db, totals, {
    ...award,
    ledger: 'experience',
    points: -sum,
    seq,
    day: schoolDay(award.now, award.zone),
    memo: 'reversed',
  })
  return -sum
}

/**
 * Brings the score of a source to `target` by writing only the difference, which it returns. A `target` function is
 * called while this person's totals are locked: a value read earlier could be outdated by another result.
 */
export const settleScore = async (
  db: Db,
  result: Source & { target: number | (() => Promise<number>); kind: 'result' | 'correction'; memo: string },
): Promise<number> => {
  const totals = await hold(db, result.user_id)
  const target = typeof result.target === 'number' ? result.target : await result.target()
  const { sum, seq } = await heldBy(db, 'score', result.kind, result)
  const points = target - sum
  if (points !== 0)
    await write(db, totals, { ...result, ledger: 'score', points, seq, day: schoolDay(result.now, result.zone) })
  return points
}

/** The award for the first activity of a student on a school day; later ones on that day write nothing. */
export const dayAward = ({ user_id, now, zone }: { user_id: number; now: number; zone: string }): ExperienceSource => {
  const source_id = dayNumber(schoolDay(now, zone))
  return { user_id, kind: 'active_day', source_type: 'day', source_id, guild_id: null, now, zone }
}

/** Earns the day's first activity. */
export const activeDay = (db: Db, at: { user_id: number; now: number; zone: string }): Promise<number> =>
  earn(db, dayAward(at))

/** The sums of both ledgers, as a part of another query; no row for a person without entries. */
export const totalsOf = (db: Db, user_id: number) =>
  db.selectFrom('ledger_totals').select(['score', 'experience', 'level_reached']).where('user_id', '=', user_id)

/** The sums of both ledgers; 0 for a person without entries. */
export const totals = async (db: Db, user_id: number): Promise<Totals> =>
  (await totalsOf(db, user_id).executeTakeFirst()) ?? {
    score: 0,
    experience: 0,
    level_reached: 1,
  }

/** A person's experience at the beginning of a school day; undefined where nothing was earned on that day. */
export const experienceBefore = async (db: Db, user_id: number, day: string): Promise<number | undefined> => {
  const first = await db
    .selectFrom('ledger_entries')
    .select('before')
    .where('user_id', '=', user_id)
    .where('ledger', '=', 'experience')
    .where('day', '=', day)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.before
}

/** People whose totals differ from the sums of their entries; any result is a fault. */
export const wrongTotals = async (db: Db): Promise<number[]> => {
  const sums = db
    .selectFrom('ledger_entries')
    .select([
      'user_id',
      sql<number>`cast(sum(case when ledger = 'score' then points else 0 end) as bigint)`.as('score'),
    ])
    .select(sql<number>`cast(sum(case when ledger = 'experience' then points else 0 end) as bigint)`.as('experience'))
    .groupBy('user_id')
  const rows = await db
    .selectFrom('ledger_totals as totals')
    .leftJoin(sums.as('sums'), 'sums.user_id', 'totals.user_id')
    .select('totals.user_id')
    .where((eb) =>
      eb.or([
        eb('totals.score', '<>', eb.fn.coalesce('sums.score', sql.lit(0))),
        eb('totals.experience', '<>', eb.fn.coalesce('sums.experience', sql.lit(0))),
      ]),
    )
    .orderBy('totals.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The totals of a person, locked until the transaction ends. */
type Held = Totals & { level_reached_at: number | null }

const holding = compiled<{ user_id: number }, Held>((db, value) =>
  db
    .insertInto('ledger_totals')
    .values({ user_id: value('user_id') })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .returning(['score', 'experience', 'level_reached', 'level_reached_at']),
)

/** Locks the totals by writing their row, so that movements of one person are serialized on both databases. */
const hold = async (db: Db, user_id: number): Promise<Held> => {
  const [totals] = await holding(db, { user_id })
  if (!totals) throw new Error(`no totals for ${user_id}`)
  return totals
}

type Entry = Source & {
  kind: string
  actor?: number
  ledger: Ledger
  points: number
  seq: number
  day: string
  memo: string
}
type EntryRow = Omit<Selectable<LedgerEntryTable>, 'id'>

const insertEntries = async (db: Db, entries: readonly EntryRow[]): Promise<void> => {
  const [first] = entries
  if (entries.length === 1 && first) await insertEntry(db, first)
  else await db.insertInto('ledger_entries').values(entries).execute()
}

const insertEntry = compiled<EntryRow, object>((db, value) =>
  db.insertInto('ledger_entries').values({
    user_id: value('user_id'),
    ledger: value('ledger'),
    kind: value('kind'),
    source_type: value('source_type'),
    source_id: value('source_id'),
    actor: value('actor'),
    seq: value('seq'),
    points: value('points'),
    before: value('before'),
    after: value('after'),
    memo: value('memo'),
    guild_id: value('guild_id'),
    day: value('day'),
    created_at: value('created_at'),
  }),
)

const entryRow = (entry: Entry & { before: number }): EntryRow => {
  const {
    user_id,
    ledger,
    kind,
    source_type,
    source_id,
    actor = 0,
    seq,
    points,
    memo,
    guild_id,
    day,
    before,
    now,
  } = entry
  return {
    user_id,
    ledger,
    kind,
    source_type,
    source_id,
    actor,
    seq,
    points,
    before,
    after: before + points,
    memo,
    guild_id,
    day,
    created_at: now,
  }
}

const write = async (db: Db, totals: Held, entry: Entry): Promise<void> => {
  const before = totals[entry.ledger]
  await insertEntry(db, entryRow({ ...entry, before }))
  // Only reversals are written here, and less experience reaches no level.
  if (entry.ledger === 'experience')
    return raise(db, totals, { user_id: entry.user_id, experience: before + entry.points, now: entry.now, levels: [] })
  await db
    .updateTable('ledger_totals')
    .set({ score: before + entry.points })
    .where('user_id', '=', entry.user_id)
    .execute()
}

const setExperience = compiled<
  { user_id: number; experience: number; level_reached: number; level_reached_at: number | null },
  object
>((db, value) =>
  db
    .updateTable('ledger_totals')
    .set({
      experience: value('experience'),
      level_reached: value('level_reached'),
      level_reached_at: value('level_reached_at'),
    })
    .where('user_id', '=', value('user_id')),
)

/** Writes a person's new experience; publishes `level.up` for a level reached for the first time. */
const raise = async (
  db: Db,
  totals: Held,
  { user_id, experience, now, levels }: { user_id: number; experience: number; now: number; levels: readonly Level[] },
): Promise<void> => {
  const level = levelOf(experience, levels)
  const isNewLevel = level > totals.level_reached
  const { level_reached, level_reached_at } = isNewLevel ? { level_reached: level, level_reached_at: now } : totals
  await setExperience(db, { user_id, experience, level_reached, level_reached_at })
  if (isNewLevel) await leaveEvent(db, 'level.up', { user_id, level }, now)
}
