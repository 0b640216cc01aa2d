import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
import { atOnce } from './at-once.ts'
import type { Db } from './schema.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const write = (db: Db, key: string) => db.insertInto('settings').values({ key, value: '1' }).execute()
const keys = async () =>
  (await database.db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)
const broken = (db: Db) => sql`select one from nowhere`.execute(db)

test('the answers of statements sent together are in order, and each statement sees the earlier ones', async () => {
  const [, seen, three] = await database.db.transaction().execute((db) =>
    atOnce(db, [
      (db) => write(db, 'a'),
      (db) => db.selectFrom('settings').select('key').execute(),
      async (db) => {
        await write(db, 'b')
        await write(db, 'c')
        return 3
      },
    ]),
  )
  expect(seen).toEqual([{ key: 'a' }])
  expect(three).toBe(3)
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test('when one fails the others finish before the rollback, nothing is kept, and the error of the failed one is thrown', async () => {
  let isOver = false
  let isLate = false
  const failing = database.db.transaction().execute((db) =>
    atOnce(db, [
      async (db) => {
        await write(db, 'a')
        await write(db, 'b')
      },
      (db) => broken(db),
      async (db) => {
        for (let at = 0; at < 20; at += 1) await write(db, `long ${at}`).catch(() => [])
        isLate = isOver
      },
    ]),
  )
  await expect(failing.finally(() => (isOver = true))).rejects.toThrow(/nowhere/)
  expect(isLate).toBe(false)
  expect(await keys()).toEqual([])
})

test('the error of the first failure is thrown, not that of a statement that failed because of it', async () => {
  const failing = database.db.transaction().execute((db) =>
    atOnce(db, [
      // Stands first, and on PostgreSQL fails only because the other has.
      async (db) => {
        await write(db, 'a')
        await write(db, 'b')
      },
      (db) => write(db, 'c').then(() => broken(db)),
    ]),
  )
  await expect(failing).rejects.toThrow(/nowhere/)
})

test('on PostgreSQL twenty statements take one round trip', async ({ skip }) => {
  skip(testDialect === 'sqlite', 'there is no way to SQLite: it is in the process')
  const asleep = (db: Db) => sql`select pg_sleep(0.001)`.execute(db)
  const sent = await database.db.transaction().execute(async (db) => {
    const began: number[] = []
    const ended: number[] = []
    await atOnce(
      db,
      Array.from({ length: 20 }, () => async (db: Db) => {
        began.push(performance.now())
        await asleep(db)
        ended.push(performance.now())
      }),
    )
    return Math.max(...began) < Math.min(...ended)
  })
  expect(sent).toBe(true)
})
