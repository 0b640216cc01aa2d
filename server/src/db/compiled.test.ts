import { expect, test } from 'vitest'
import { freshDatabase } from '../testing/test-database.ts'
import { compiled } from './compiled.ts'

const byKey = compiled<{ key: string; least: number }, { key: string; count: number }>((db, value) =>
  db
    .selectFrom('limits')
    .select(['key', 'count'])
    .where('key', '=', value('key'))
    .where('count', '>=', value('least'))
    .where('window_start', '=', 0),
)
const first = compiled<{ limit: number }, { key: string }>((db, value) =>
  db
    .selectFrom('limits')
    .select('key')
    .where('key', 'in', ['a', "b's", 'c'])
    .where('window_start', '=', 1)
    .orderBy('key')
    .limit(value('limit')),
)

test('a query compiled once answers each call with its own values, also inside a transaction and on another database', async () => {
  const [database, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await database.db
    .insertInto('limits')
    .values(['a', 'b'].map((key, count) => ({ key, window_start: 0, count })))
    .execute()
  expect(await byKey(database.db, { key: 'a', least: 0 })).toMatchObject([{ key: 'a', count: 0 }])
  expect(await byKey(database.db, { key: 'b', least: 0 })).toMatchObject([{ key: 'b', count: 1 }])
  expect(await byKey(database.db, { key: 'a', least: 1 })).toEqual([])
  expect(await byKey(other.db, { key: 'a', least: 0 })).toEqual([])
  const inside = await database.db.transaction().execute(async (db) => {
    await db.insertInto('limits').values({ key: 'c', window_start: 0, count: 2 }).execute()
    return byKey(db, { key: 'c', least: 2 })
  })
  expect(inside).toMatchObject([{ key: 'c', count: 2 }])
  await Promise.all([database.close(), other.close()])
})

test('constants in the source become part of the compiled text, also a list with a quotation mark', async () => {
  const { db, close } = await freshDatabase()
  await db
    .insertInto('limits')
    .values(['a', "b's", 'c', 'd'].map((key) => ({ key, window_start: 1, count: 0 })))
    .execute()
  expect((await first(db, { limit: 2 })).map(({ key }) => key)).toEqual(['a', "b's"])
  expect((await first(db, { limit: 9 })).map(({ key }) => key)).toEqual(['a', "b's", 'c'])
  await close()
})
