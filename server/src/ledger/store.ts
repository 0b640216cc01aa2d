import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { schoolDay } from '../db/time.ts'
import { leaveEvent } from '../events.ts'
import { readSetting } from '../settings.ts'
import { allowedPoints, dayNumber, experiencePoints, levelOf, type ExperienceKind } from './rules.ts'

/** What a movement belongs to: one thing earns each kind once, `actor` where it matters who caused it. */
type Source = { user_id: number; source_type: string; source_id: number; guild_id: number | null; now: number; zone: string }
export type ExperienceSource = Source & { kind: ExperienceKind; actor?: number }
type Ledger = 'score' | 'experience'
type Totals = { score: number; experience: number; level_reached: number }

/**
 * Writes experience for something that happened and answers the points: 0 when this source has earned it already or a
 * limit of the day is reached. `points` stands instead of the table's, which `pass` needs (10 × difficulty).
 */
export const earn = async (db: Db, award: ExperienceSource & { points?: number }): Promise<number> => {
  const totals = await hold(db, award.user_id)
  const { sum, seq } = await heldBy(db, 'experience', award.kind, award)
  if (sum > 0) return 0
  const day = schoolDay(award.now, award.zone)
  const points = allowedPoints(award.kind, award.points ?? experiencePoints[award.kind], await awardsOf(db, award.user_id, day))
  if (points > 0) await write(db, totals, { ...award, ledger: 'experience', points, seq, day, memo: '' })
  return points
}

/** Takes back what a source has earned and answers the points, 0 or negative; a level once reached is kept. */
export const reverse = async (db: Db, award: ExperienceSource): Promise<number> => {
  const totals = await hold(db, award.user_id)
  const { sum, seq } = await heldBy(db, 'experience', award.kind, award)
  if (sum <= 0) return 0
  await write(db, totals, { ...award, ledger: 'experience', points: -sum, seq, day: schoolDay(award.now, award.zone), memo: 'reversed' })
  return -sum
}

/** Brings the score of a source to `target` by writing only the difference, which it answers. */
export const settleScore = async (db: Db, result: Source & { target: number; kind: 'result' | 'correction'; memo: string }): Promise<number> => {
  const totals = await hold(db, result.user_id)
  const { sum, seq } = await heldBy(db, 'score', result.kind, result)
  const points = result.target - sum
  if (points !== 0) await write(db, totals, { ...result, ledger: 'score', points, seq, day: schoolDay(result.now, result.zone) })
  return points
}

/** The first thing a student did on a school day; every later one writes nothing. */
export const activeDay = (db: Db, { user_id, now, zone }: { user_id: number; now: number; zone: string }): Promise<number> =>
  earn(db, { user_id, kind: 'active_day', source_type: 'day', source_id: dayNumber(schoolDay(now, zone)), guild_id: null, now, zone })

/** The sums of both ledgers; 0 for a person without entries. */
export const totals = async (db: Db, user_id: number): Promise<Totals> =>
  (await db.selectFrom('ledger_totals').select(['score', 'experience', 'level_reached']).where('user_id', '=', user_id).executeTakeFirst()) ?? {
    score: 0,
    experience: 0,
    level_reached: 1,
  }

/** People whose totals are not the sums of their entries: none, or something has gone wrong. */
export const wrongTotals = async (db: Db): Promise<number[]> => {
  const sums = db
    .selectFrom('ledger_entries')
    .select(['user_id', sql<number>`cast(sum(case when ledger = 'score' then points else 0 end) as bigint)`.as('score')])
    .select(sql<number>`cast(sum(case when ledger = 'experience' then points else 0 end) as bigint)`.as('experience'))
    .groupBy('user_id')
  const rows = await db
    .selectFrom('ledger_totals as totals')
    .leftJoin(sums.as('sums'), 'sums.user_id', 'totals.user_id')
    .select('totals.user_id')
    .where((eb) =>
      eb.or([eb('totals.score', '<>', eb.fn.coalesce('sums.score', sql.lit(0))), eb('totals.experience', '<>', eb.fn.coalesce('sums.experience', sql.lit(0)))]),
    )
    .orderBy('totals.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Writing the row first lets the movements of one person wait for each other on both databases. */
const hold = (db: Db, user_id: number): Promise<Totals> =>
  db
    .insertInto('ledger_totals')
    .values({ user_id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .returning(['score', 'experience', 'level_reached'])
    .executeTakeFirstOrThrow()

/** What a source holds now, and the number of its next entry of that kind. A score is held by results and corrections together. */
const heldBy = async (
  db: Db,
  ledger: Ledger,
  kind: string,
  { user_id, source_type, source_id, actor = 0 }: Pick<Source, 'user_id' | 'source_type' | 'source_id'> & { actor?: number },
): Promise<{ sum: number; seq: number }> => {
  const entries = db
    .selectFrom('ledger_entries')
    .select(sql<number>`cast(coalesce(sum(points), 0) as bigint)`.as('sum'))
    .select(sql<number>`coalesce(max(case when kind = ${kind} then seq end), 0)`.as('last'))
    .where('user_id', '=', user_id)
    .where('ledger', '=', ledger)
    .where('source_type', '=', source_type)
    .where('source_id', '=', source_id)
    .where('actor', '=', actor)
  const { sum, last } = await (ledger === 'experience' ? entries.where('kind', '=', kind) : entries).executeTakeFirstOrThrow()
  return { sum, seq: last + 1 }
}

/** What each thing has earned on a school day. */
const awardsOf = (db: Db, user_id: number, day: string): Promise<{ kind: string; points: number }[]> =>
  db
    .selectFrom('ledger_entries')
    .select(['kind', sql<number>`cast(sum(points) as bigint)`.as('points')])
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .where('ledger', '=', 'experience')
    .groupBy(['kind', 'source_type', 'source_id', 'actor'])
    .execute()

type Entry = Source & { kind: string; actor?: number; ledger: Ledger; points: number; seq: number; day: string; memo: string }

const write = async (db: Db, totals: Totals, entry: Entry): Promise<void> => {
  const { user_id, ledger, kind, source_type, source_id, actor = 0, seq, points, memo, guild_id, day, now } = entry
  const before = totals[ledger]
  const after = before + points
  await db
    .insertInto('ledger_entries')
    .values({ user_id, ledger, kind, source_type, source_id, actor, seq, points, before, after, memo, guild_id, day, created_at: now })
    .execute()
  const level = ledger === 'experience' && points > 0 ? levelOf(after, await readSetting(db, 'levels')) : 0
  const isNewLevel = level > totals.level_reached
  await db
    .updateTable('ledger_totals')
    .set({ [ledger]: after, ...(isNewLevel && { level_reached: level }) })
    .where('user_id', '=', user_id)
    .execute()
  if (isNewLevel) await leaveEvent(db, 'level.up', { user_id, level }, now)
}
