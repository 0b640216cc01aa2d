import { sql, type Selectable } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { schoolDay } from '../db/time.ts'
import { leaveEvent } from '../events.ts'
import { readSetting } from '../settings.ts'
import { allowedPoints, dayNumber, experiencePoints, levelOf, type DayAward, type ExperienceKind } from './rules.ts'
import type { LedgerEntryTable } from './tables.ts'

/** What a movement belongs to: one thing earns each kind once, `actor` where it matters who caused it. */
type Source = {
  user_id: number
  source_type: string
  source_id: number
  guild_id: number | null
  now: number
  zone: string
}
export type ExperienceSource = Source & { kind: ExperienceKind; actor?: number }
type Ledger = 'score' | 'experience'
type Totals = { score: number; experience: number; level_reached: number }

type Award = ExperienceSource & { points?: number }

/**
 * Writes experience for something that happened and answers the points: 0 when this source has earned it already or a
 * limit of the day is reached. `points` stands instead of the table's, which `pass` needs (10 × difficulty).
 */
export const earn = async (db: Db, award: Award): Promise<number> => (await earnTogether(db, [award]))[0] ?? 0

/** The same for several things one person earns at one moment: what they have in common is asked and written once. */
export const earnTogether = async (db: Db, awards: readonly Award[]): Promise<number[]> => {
  const [first] = awards
  if (!first) return []
  const { user_id, now, zone } = first
  const day = schoolDay(now, zone)
  const totals = await hold(db, user_id)
  let today: DayAward[] | null = null
  let experience = totals.experience
  const earned: number[] = []
  for (const award of awards) {
    const { sum, seq } = await heldBy(db, 'experience', award.kind, award)
    if (sum === 0) today ??= await awardsOf(db, user_id, day)
    const points =
      sum > 0 || today === null ? 0 : allowedPoints(award.kind, award.points ?? experiencePoints[award.kind], today)
    earned.push(points)
    if (points === 0) continue
    await writeEntry(db, { ...award, ledger: 'experience', points, seq, day, memo: '', before: experience })
    experience += points
    today?.push({ kind: award.kind, points })
  }
  if (experience !== totals.experience) await raise(db, totals, user_id, experience, now)
  return earned
}

/** Takes back what a source has earned and answers the points, 0 or negative; a level once reached is kept. */
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

/** Brings the score of a source to `target` by writing only the difference, which it answers. */
export const settleScore = async (
  db: Db,
  result: Source & { target: number; kind: 'result' | 'correction'; memo: string },
): Promise<number> => {
  const totals = await hold(db, result.user_id)
  const { sum, seq } = await heldBy(db, 'score', result.kind, result)
  const points = result.target - sum
  if (points !== 0)
    await write(db, totals, { ...result, ledger: 'score', points, seq, day: schoolDay(result.now, result.zone) })
  return points
}

/** The first thing a student did on a school day, as an award; every later one writes nothing. */
export const dayAward = ({ user_id, now, zone }: { user_id: number; now: number; zone: string }): ExperienceSource => {
  const source_id = dayNumber(schoolDay(now, zone))
  return { user_id, kind: 'active_day', source_type: 'day', source_id, guild_id: null, now, zone }
}

/** Earns the day's first activity. */
export const activeDay = (db: Db, at: { user_id: number; now: number; zone: string }): Promise<number> =>
  earn(db, dayAward(at))

/** The sums of both ledgers; 0 for a person without entries. */
export const totals = async (db: Db, user_id: number): Promise<Totals> =>
  (await db
    .selectFrom('ledger_totals')
    .select(['score', 'experience', 'level_reached'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()) ?? {
    score: 0,
    experience: 0,
    level_reached: 1,
  }

/** People whose totals are not the sums of their entries: none, or something has gone wrong. */
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

const holding = compiled<{ user_id: number }, Totals>((db, value) =>
  db
    .insertInto('ledger_totals')
    .values({ user_id: value('user_id') })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .returning(['score', 'experience', 'level_reached']),
)

/** Writing the row first lets the movements of one person wait for each other on both databases. */
const hold = async (db: Db, user_id: number): Promise<Totals> => {
  const [totals] = await holding(db, { user_id })
  if (!totals) throw new Error(`no totals for ${user_id}`)
  return totals
}

type Held = { sum: number; last: number }
type OfSource = { ledger: Ledger; kind: string; user_id: number; source_type: string; source_id: number; actor: number }

const heldOf = compiled<OfSource, Held>((db, value) =>
  db
    .selectFrom('ledger_entries')
    .select(sql<number>`cast(coalesce(sum(points), 0) as bigint)`.as('sum'))
    .select(sql<number>`coalesce(max(case when kind = ${value('kind')} then seq end), 0)`.as('last'))
    .where('user_id', '=', value('user_id'))
    .where('ledger', '=', value('ledger'))
    .where('source_type', '=', value('source_type'))
    .where('source_id', '=', value('source_id'))
    .where('actor', '=', value('actor'))
    .where((where) => where.or([where('ledger', '=', 'score'), where('kind', '=', value('kind'))])),
)

/** What a source holds now, and the number of its next entry of that kind. A score is held by results and corrections together. */
const heldBy = async (
  db: Db,
  ledger: Ledger,
  kind: string,
  {
    user_id,
    source_type,
    source_id,
    actor = 0,
  }: Pick<Source, 'user_id' | 'source_type' | 'source_id'> & { actor?: number },
): Promise<{ sum: number; seq: number }> => {
  const [held] = await heldOf(db, { ledger, kind, user_id, source_type, source_id, actor })
  return { sum: held?.sum ?? 0, seq: (held?.last ?? 0) + 1 }
}

const ofDay = compiled<{ user_id: number; day: string }, DayAward>((db, value) =>
  db
    .selectFrom('ledger_entries')
    .select(['kind', sql<number>`cast(sum(points) as bigint)`.as('points')])
    .where('user_id', '=', value('user_id'))
    .where('day', '=', value('day'))
    .where('ledger', '=', 'experience')
    .groupBy(['kind', 'source_type', 'source_id', 'actor']),
)

/** What each thing has earned on a school day. */
const awardsOf = (db: Db, user_id: number, day: string): Promise<DayAward[]> => ofDay(db, { user_id, day })

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

const writeEntry = async (db: Db, entry: Entry & { before: number }): Promise<void> => {
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
  const after = before + points
  await insertEntry(db, {
    user_id,
    ledger,
    kind,
    source_type,
    source_id,
    actor,
    seq,
    points,
    before,
    after,
    memo,
    guild_id,
    day,
    created_at: now,
  })
}

const write = async (db: Db, totals: Totals, entry: Entry): Promise<void> => {
  const before = totals[entry.ledger]
  await writeEntry(db, { ...entry, before })
  if (entry.ledger === 'experience') return raise(db, totals, entry.user_id, before + entry.points, entry.now)
  await db
    .updateTable('ledger_totals')
    .set({ score: before + entry.points })
    .where('user_id', '=', entry.user_id)
    .execute()
}

const setExperience = compiled<{ user_id: number; experience: number; level_reached: number }, object>((db, value) =>
  db
    .updateTable('ledger_totals')
    .set({ experience: value('experience'), level_reached: value('level_reached') })
    .where('user_id', '=', value('user_id')),
)

/** Writes the new sum of someone's experience; a level reached for the first time is told. */
const raise = async (db: Db, totals: Totals, user_id: number, experience: number, now: number): Promise<void> => {
  const level = experience > totals.experience ? levelOf(experience, await readSetting(db, 'levels')) : 0
  const isNewLevel = level > totals.level_reached
  await setExperience(db, { user_id, experience, level_reached: isNewLevel ? level : totals.level_reached })
  if (isNewLevel) await leaveEvent(db, 'level.up', { user_id, level }, now)
}
