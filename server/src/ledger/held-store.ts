import { sql } from 'kysely'
import { compiled, type ParameterOf } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { together } from '../db/together.ts'
import type { Level } from '../default-levels.ts'
import { decided, settingOf } from '../settings.ts'
import type { DayAward } from './rules.ts'

export type Ledger = 'score' | 'experience'

/** The source of a movement. */
type Source = { user_id: number; source_type: string; source_id: number; actor?: number }

type Held = { sum: number; last: number }
type OfSource = { ledger: Ledger; kind: string; user_id: number; source_type: string; source_id: number; actor: number }

const heldBySource = (db: Db, { ledger, kind, user_id, source_type, source_id, actor }: OfSource) =>
  db
    .selectFrom('ledger_entries')
    .select(sql<number>`cast(coalesce(sum(points), 0) as bigint)`.as('sum'))
    .select(sql<number>`coalesce(max(case when kind = ${kind} then seq end), 0)`.as('last'))
    .where('user_id', '=', user_id)
    .where('ledger', '=', ledger)
    .where('source_type', '=', source_type)
    .where('source_id', '=', source_id)
    .where('actor', '=', actor)
    .where((where) => where.or([where('ledger', '=', 'score'), where('kind', '=', kind)]))

const heldOf = compiled<OfSource, Held>((db, value) =>
  heldBySource(db, {
    ledger: value('ledger'),
    kind: value('kind'),
    user_id: value('user_id'),
    source_type: value('source_type'),
    source_id: value('source_id'),
    actor: value('actor'),
  }),
)

/**
 * The current sum of a source, and the number of its next entry of that kind. For a score, results and corrections
 * count together.
 */
export const heldBy = async (
  db: Db,
  ledger: Ledger,
  kind: string,
  { user_id, source_type, source_id, actor = 0 }: Source,
): Promise<{ sum: number; seq: number }> => {
  const [held] = await heldOf(db, { ledger, kind, user_id, source_type, source_id, actor })
  return { sum: held?.sum ?? 0, seq: (held?.last ?? 0) + 1 }
}

/** The experience each source has earned on a school day. */
const ofDay = (db: Db, user_id: number, day: string) =>
  db
    .selectFrom('ledger_entries')
    .select(['kind', sql<number>`cast(sum(points) as bigint)`.as('points')])
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .where('ledger', '=', sql.lit('experience'))
    .groupBy(['kind', 'source_type', 'source_id', 'actor'])

type Asked = Record<string, string | number>

/** The statement for `count` awards at once; nobody earns more than a few at a time. */
const asking = (count: number) =>
  together((db, value: ParameterOf<Asked>) => {
    const at = <T extends string | number>(name: string) => value(name) as T
    const user_id = at<number>('user_id')
    const held = (n: number) =>
      heldBySource(db, {
        ledger: 'experience',
        kind: at(`kind${n}`),
        user_id,
        source_type: at(`source_type${n}`),
        source_id: at(`source_id${n}`),
        actor: at(`actor${n}`),
      })
    return {
      today: ofDay(db, user_id, at('day')),
      levels: settingOf(db, 'levels'),
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`held${n}`, held(n)])),
    }
  })
type Answer = { today: DayAward[]; levels: { value: string }[] } & Record<`held${number}`, Held[]>
const askings: ReturnType<typeof asking>[] = []

/** The current sum of each of these sources, the awards of the day so far, and the table of levels. One statement. */
export const heldAndToday = async (
  db: Db,
  awards: readonly (Source & { kind: string })[],
  day: string,
): Promise<{ held: Held[]; today: DayAward[]; levels: readonly Level[] }> => {
  const values: Asked = { user_id: awards[0]?.user_id ?? 0, day }
  for (const [n, { kind, source_type, source_id, actor = 0 }] of awards.entries())
    Object.assign(values, {
      [`kind${n}`]: kind,
      [`source_type${n}`]: source_type,
      [`source_id${n}`]: source_id,
      [`actor${n}`]: actor,
    })
  const ask = (askings[awards.length] ??= asking(awards.length))
  const { today, levels, ...rest } = (await ask(db, values)) as unknown as Answer
  return { today, levels: decided('levels', levels), held: awards.flatMap((_, n) => rest[`held${n}`] ?? []) }
}
