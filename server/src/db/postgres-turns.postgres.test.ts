import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate, startSession } from '../accounts/sessions.ts'
import { freshDatabase } from '../testing/test-database.ts'
import { compiled } from './compiled.ts'
import { setPlannedOnce } from './postgres-plans.ts'

type Kept = Awaited<ReturnType<typeof freshDatabase>>

const above = compiled<{ key: string; least: number }, { count: number }>(
  (db, value) =>
    db
      .selectFrom('limits')
      .select('count')
      .where('key', '=', value('key'))
      .where('window_start', '>=', value('least'))
      .orderBy('window_start', 'desc'),
  { manyAtOnce: { key: 'text', least: 'bigint' } },
)

let kept: Kept
beforeAll(async () => {
  kept = await freshDatabase()
  const rows = ['a', 'b,{"', 'c'].flatMap((key, at) =>
    Array.from({ length: 5 }, (_, window_start) => ({ key, window_start, count: 10 * at + window_start })),
  )
  await kept.db.insertInto('limits').values(rows).execute()
})
afterAll(() => kept.close())

/** The statements that some work sends to PostgreSQL. */
const sentBy = async (work: () => Promise<unknown>): Promise<pg.QueryConfig[]> => {
  const real = pg.Client.prototype.query
  const sent: pg.QueryConfig[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    sent.push(given[0] as pg.QueryConfig)
    return real.apply(this, given as never)
  } as never
  try {
    await work()
    return sent
  } finally {
    pg.Client.prototype.query = real
  }
}

test('what many ask in one turn is one statement, and each gets its own rows in their order', async () => {
  const asked = ['a', 'b,{"', 'c', 'nobody', 'a'].map((key, at) => ({ key, least: at }))
  let found: { count: number }[][] = []
  const sent = await sentBy(async () => {
    found = await Promise.all(asked.map((values) => above(kept.db, values)))
  })
  expect(found).toEqual(
    [[4, 3, 2, 1, 0], [14, 13, 12, 11], [24, 23, 22], [], [4]].map((all) => all.map((count) => ({ count }))),
  )
  expect(sent).toHaveLength(1)
})

test('whoever asks alone, or within a transaction, gets the same', async () => {
  expect(await above(kept.db, { key: 'c', least: 3 })).toEqual([{ count: 24 }, { count: 23 }])
  const within = await kept.db.transaction().execute(async (db) => {
    await db.insertInto('limits').values({ key: 'own', window_start: 0, count: 7 }).execute()
    return Promise.all([above(db, { key: 'own', least: 0 }), above(kept.db, { key: 'own', least: 0 })])
  })
  expect(within).toEqual([[{ count: 7 }], []])
})

test('of a crowd no statement reads for more than 64', async () => {
  const all = Array.from({ length: 130 }, () => ({ key: 'a', least: 4 }))
  expect(await sentBy(() => Promise.all(all.map((values) => above(kept.db, values))))).toHaveLength(3)
})

test('if the statement fails, each caller is told', async () => {
  const gone = await freshDatabase()
  await gone.db.schema.alterTable('limits').renameTo('limited').execute()
  const calls = [1, 2].map((least) => above(gone.db, { key: 'a', least }))
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await gone.db.schema.alterTable('limited').renameTo('limits').execute()
  await gone.close()
})

test('each session is found by its own key, also where there were few when PostgreSQL planned it', async () => {
  for (let at = 0; at < 40; at += 1) {
    const { id: user_id } = await aUser(kept.db)
    await startSession(kept.db, { user_id, audience: 'student', role: null, device: '', address: '', now: 1 })
  }
  await sql`analyze`.execute(kept.db)
  const hashes = Array.from({ length: 20 }, (_, at) => `nobody ${at}`)
  const [sent] = await sentBy(() => Promise.all(hashes.map((hash) => authenticate(kept.db, hash, 2))))
  const plan = await kept.db.transaction().execute(async (db) => {
    await sql.raw(setPlannedOnce).execute(db)
    await sql.raw(`prepare found as ${sent?.text}`).execute(db)
    return JSON.stringify((await sql.raw(`explain execute found('{a,b}')`).execute(db)).rows)
  })
  expect(plan).toContain('token_hash = call.token_hash')
  expect(plan).not.toMatch(/Hash|Merge/)
})
