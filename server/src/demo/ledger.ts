import type { Insertable } from 'kysely'
import type { Level } from '../default-levels.ts'
import type { Db } from '../db/schema.ts'
import { schoolDay } from '../db/time.ts'
import { allowedPoints, dayNumber, levelOf, type DayAward, type ExperienceKind } from '../ledger/rules.ts'
import type { LedgerEntryTable } from '../ledger/tables.ts'
import { insertMany } from './insert-many.ts'

type Row = Omit<Insertable<LedgerEntryTable>, 'id'>
type Source = Pick<Row, 'user_id' | 'source_type' | 'source_id' | 'guild_id'> & { actor?: number; at: number }

/** What people of the sample earn, collected in any order and written in chronological order. */
export type SampleLedger = ReturnType<typeof openLedger>

export const openLedger = (zone: string) => {
  let waiting: Row[] = []
  const active = new Map<number, Set<string>>()
  const totals = new Map<number, { score: number; experience: number }>()

  const add = (
    ledger: 'score' | 'experience',
    kind: string,
    points: number,
    { at, actor = 0, ...source }: Source,
  ): void => {
    waiting.push({
      ...source,
      ledger,
      kind,
      points,
      actor,
      seq: 1,
      before: 0,
      after: 0,
      memo: '',
      day: schoolDay(at, zone),
      created_at: at,
    })
  }

  return {
    score: (points: number, source: Source): void => add('score', 'result', points, source),

    experience: (kind: ExperienceKind, points: number, source: Source): void => add('experience', kind, points, source),

    /** Records the first activity of a user on a school day; later ones of that day earn nothing. */
    activeOn: ({ user_id, guild_id, at }: { user_id: number; guild_id: number; at: number }): void => {
      const days = active.get(user_id) ?? new Set()
      active.set(user_id, days)
      const day = schoolDay(at, zone)
      if (days.has(day)) return
      days.add(day)
      add('experience', 'active_day', 1, { user_id, guild_id, source_type: 'day', source_id: dayNumber(day), at })
    },

    /** Writes what was collected, within the limits of each day and with the running sums. */
    write: async (db: Db): Promise<void> => {
      const today = new Map<string, DayAward[]>()
      const rows: Row[] = []
      for (const row of waiting.toSorted((one, other) => one.created_at - other.created_at)) {
        const sums = totals.get(row.user_id) ?? { score: 0, experience: 0 }
        totals.set(row.user_id, sums)
        let { points } = row
        if (row.ledger === 'experience') {
          const key = `${row.user_id} ${row.day}`
          const awards = today.get(key) ?? []
          points = allowedPoints(row.kind as ExperienceKind, points, awards)
          today.set(key, [...awards, { kind: row.kind, points }])
        }
        if (points === 0) continue
        const before = sums[row.ledger]
        sums[row.ledger] += points
        rows.push({ ...row, points, before, after: before + points })
      }
      waiting = []
      await insertMany(rows, (some) =>
        db
          .insertInto('ledger_entries')
          .values([...some])
          .returning('id')
          .execute(),
      )
    },

    /** Writes the sums of both ledgers for everybody who has entries. */
    writeTotals: async (db: Db, levels: readonly Level[]): Promise<void> => {
      const rows = [...totals].map(([user_id, sums]) => ({
        user_id,
        ...sums,
        level_reached: levelOf(sums.experience, levels),
      }))
      for (let at = 0; at < rows.length; at += 1_000)
        await db
          .insertInto('ledger_totals')
          .values(rows.slice(at, at + 1_000))
          .execute()
    },
  }
}
