import { keysOf } from '@tongchuang/contract/records.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import type { Db } from '../db/schema.ts'
import { writeSettings } from '../settings.ts'
import { freshDatabase, walksOf, type TestDatabase } from '../testing/test-database.ts'
import { experiencePoints, type ExperienceKind } from './rules.ts'
import { activeDay, earn, reverse, settleScore, totals, wrongTotals } from './store.ts'

let database: TestDatabase
let db: Db
let user_id: number
const zone = 'Asia/Shanghai'
const hour = 3_600_000
const monday = Date.parse('2026-10-12T01:00:00Z')

beforeEach(async () => {
  database = await freshDatabase()
  db = database.db
  user_id = (await aUser(db, { password_hash: '-' })).id
})
afterEach(() => database.close())

const inOne = <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work)
const source = (kind: ExperienceKind, source_id: number, actor = 0, now = monday) => ({
  user_id,
  kind,
  source_type: 'thing',
  source_id,
  actor,
  guild_id: 1,
  now,
  zone,
})
const entries = () =>
  db.selectFrom('ledger_entries').select(['kind', 'seq', 'points', 'before', 'after', 'memo']).orderBy('id').execute()

test('a score follows its result: 70, after an appeal 85, corrected to 60', async () => {
  const settle = (target: number, kind: 'result' | 'correction', memo: string) =>
    inOne((db) =>
      settleScore(db, {
        user_id,
        source_type: 'enrolment',
        source_id: 7,
        guild_id: 1,
        target,
        kind,
        memo,
        now: monday,
        zone,
      }),
    )
  expect([
    await settle(70, 'result', '批阅'),
    await settle(85, 'correction', '申诉'),
    await settle(60, 'correction', '更正'),
  ]).toEqual([70, 15, -25])
  expect(await entries()).toEqual([
    { kind: 'result', seq: 1, points: 70, before: 0, after: 70, memo: '批阅' },
    { kind: 'correction', seq: 1, points: 15, before: 70, after: 85, memo: '申诉' },
    { kind: 'correction', seq: 2, points: -25, before: 85, after: 60, memo: '更正' },
  ])
  expect(await settle(60, 'correction', 'again')).toBe(0)
  expect(await totals(db, user_id)).toEqual({ score: 60, experience: 0, level_reached: 1 })
})

test('a like given, taken back and given again counts once; others add theirs', async () => {
  const like = source('liked', 1, 5)
  expect([await inOne((db) => earn(db, like)), await inOne((db) => earn(db, like))]).toEqual([1, 0])
  expect([await inOne((db) => reverse(db, like)), await inOne((db) => reverse(db, like))]).toEqual([-1, 0])
  expect(await inOne((db) => earn(db, like))).toBe(1)
  expect(await inOne((db) => earn(db, source('liked', 1, 6)))).toBe(1)
  expect((await entries()).map(({ seq, points }) => [seq, points])).toEqual([
    [1, 1],
    [2, -1],
    [3, 1],
    [1, 1],
  ])
  expect((await totals(db, user_id)).experience).toBe(2)
})

test('of thirty awards at once for one thing, one is written', async () => {
  const points = await Promise.all(Array.from({ length: 30 }, () => inOne((db) => earn(db, source('submit_first', 3)))))
  expect(points.filter((earned) => earned === 10)).toHaveLength(1)
  expect((await totals(db, user_id)).experience).toBe(10)
})

test('thirty different things at once stay within the cap of the day, and all are counted', async () => {
  const points = await Promise.all(
    Array.from({ length: 30 }, (_, id) => inOne((db) => earn(db, source('submit_first', id + 1)))),
  )
  expect(points.reduce((sum, earned) => sum + earned, 0)).toBe(80)
  expect((await totals(db, user_id)).experience).toBe(80)
  expect(await wrongTotals(db)).toEqual([])
})

test('what others earn on a day leaves a student’s own cap alone', async () => {
  const other = (await aUser(db, { password_hash: '-' })).id
  for (let at = 0; at < 30; at += 1) await inOne((db) => earn(db, { ...source('discuss', at), user_id: other }))
  expect(await inOne((db) => earn(db, source('discuss', 99)))).toBe(experiencePoints.discuss)
})

test('points the cap of a day refused are not given later, and the next school day begins at midnight of the school', async () => {
  for (let id = 1; id <= 9; id += 1) await inOne((db) => earn(db, source('submit_first', id)))
  const beforeMidnight = Date.parse('2026-10-12T15:59:59Z')
  expect(await inOne((db) => earn(db, source('submit_first', 10, 0, beforeMidnight)))).toBe(0)
  expect(await inOne((db) => earn(db, source('submit_first', 10, 0, beforeMidnight + 1_000)))).toBe(10)
  expect((await totals(db, user_id)).experience).toBe(90)
})

test('the first thing of a school day earns one, every day', async () => {
  const day = (now: number) => inOne((db) => activeDay(db, { user_id, now, zone }))
  expect([await day(monday), await day(monday + hour), await day(monday + 24 * hour)]).toEqual([1, 0, 1])
})

test('a level is announced once, also where experience goes down and up again', async () => {
  const passed = { ...source('pass', 1), points: 30 }
  await inOne((db) => earn(db, passed))
  await inOne((db) => reverse(db, passed))
  await inOne((db) => earn(db, passed))
  expect(await totals(db, user_id)).toEqual({ score: 0, experience: 30, level_reached: 2 })
  await inOne((db) => earn(db, { ...source('pass', 2), points: 500 }))
  const events = await db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
  expect(events.map(({ payload }) => JSON.parse(payload))).toEqual([
    { user_id, level: 2 },
    { user_id, level: 4 },
  ])
})

test('a school may set its own levels', async () => {
  await writeSettings(db, {
    levels: [
      { from: 0, zh: '一', en: 'One' },
      { from: 5, zh: '二', en: 'Two' },
    ],
  })
  await inOne((db) => earn(db, source('submit_first', 1)))
  expect((await totals(db, user_id)).level_reached).toBe(2)
})

test('points of a transaction that was rolled back are not earned', async () => {
  await expect(
    inOne(async (db) => {
      await earn(db, source('submit_first', 1))
      throw new Error('later')
    }),
  ).rejects.toThrow('later')
  expect([await entries(), (await totals(db, user_id)).experience]).toEqual([[], 0])
})

test('the nightly check finds a total that is not the sum of its entries', async () => {
  await inOne((db) => earn(db, source('submit_first', 1)))
  await sql`update ledger_totals set experience = 11 where user_id = ${user_id}`.execute(db)
  expect(await wrongTotals(db)).toEqual([user_id])
})

test('whatever is clicked and replayed, a source holds all of its points or none, no day passes its cap, and nobody falls below zero', async () => {
  const kinds = keysOf(experiencePoints)
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    id: fc.integer({ min: 1, max: 4 }),
    actor: fc.integer({ min: 0, max: 2 }),
    isReversed: fc.boolean(),
    hours: fc.integer({ min: 0, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      user_id = (await aUser(db, { password_hash: '-' })).id
      let now = monday
      for (const { kind, id, actor, isReversed, hours } of steps) {
        now += hours * hour
        await inOne((db) => (isReversed ? reverse : earn)(db, source(kind, id, actor, now)))
      }
      const mine = await db
        .selectFrom('ledger_entries')
        .selectAll()
        .where('user_id', '=', user_id)
        .orderBy('id')
        .execute()
      for (const own of Map.groupBy(mine, ({ kind, source_id, actor }) => `${kind} ${source_id} ${actor}`).values()) {
        const sum = own.reduce((total, { points }) => total + points, 0)
        expect([0, experiencePoints[own[0]!.kind as ExperienceKind]]).toContain(sum)
        expect(own.map(({ seq }) => seq)).toEqual(own.map((_, at) => at + 1))
      }
      for (const [at, { before, after, points }] of mine.entries()) {
        expect([before, after]).toEqual([mine[at - 1]?.after ?? 0, before + points])
        expect(after).toBeGreaterThanOrEqual(0)
      }
      for (const today of Map.groupBy(
        mine.filter(({ kind }) => !['pass', 'featured'].includes(kind)),
        ({ day }) => day,
      ).values()) {
        expect(today.reduce((total, { points }) => total + points, 0)).toBeLessThanOrEqual(80)
      }
    }),
    { numRuns: walksOf(15) },
  )
  expect(await wrongTotals(db)).toEqual([])
})

test.each(['liked', 'answered'] as const)(
  'a student for whom somebody gives and takes back %s over and over has twenty lines of it, and what they had before',
  async (kind) => {
    await inOne((db) => earn(db, source('submit_first', 1)))
    for (let at = 0; at < 50; at += 1) {
      await inOne((db) => earn(db, source(kind, 7, 3)))
      await inOne((db) => reverse(db, source(kind, 7, 3)))
    }
    expect((await entries()).filter((entry) => entry.kind === kind)).toHaveLength(20)
    expect((await totals(db, user_id)).experience).toBe(10)
    // Another user’s are counted separately.
    expect(await inOne((db) => earn(db, source(kind, 7, 4)))).toBe(experiencePoints[kind])
  },
)

test('a student who takes their own work back over and over still earns it in the end', async () => {
  for (let at = 0; at < 15; at += 1) {
    await inOne((db) => earn(db, source('submit_first', 1)))
    await inOne((db) => reverse(db, source('submit_first', 1)))
  }
  expect(await inOne((db) => earn(db, source('submit_first', 1)))).toBe(10)
})
