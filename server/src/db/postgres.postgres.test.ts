import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { openDatabase } from './open.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const endOtherConnections = (name: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`.execute(
    database.db,
  )
const nameOf = (url: string) => new URL(url).pathname.slice(1)

test('a database that is not there makes a call busy, quickly', async () => {
  const nowhere = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', dataDir: '' })
  await expect(nowhere.db.selectFrom('settings').selectAll().execute()).rejects.toThrow(DatabaseUnavailable)
  await expect(nowhere.db.transaction().execute((db) => db.deleteFrom('settings').execute())).rejects.toThrow(
    DatabaseUnavailable,
  )
  await nowhere.close()
})

test('a server that takes the connection and says nothing makes a call busy in time', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const hanging = await openDatabase({
    url: `postgres://a@127.0.0.1:${portOf(silent)}/a`,
    dataDir: '',
    timeoutMs: 200,
  })
  // Without the limit it would wait for ever.
  await expect(hanging.db.selectFrom('settings').selectAll().execute()).rejects.toThrow(DatabaseUnavailable)
  await hanging.close()
  silent.close()
})

test('a statement that takes too long makes a call busy, except where time is given', async () => {
  const impatient = await openDatabase({ url: database.url, dataDir: '', timeoutMs: 500 })
  await expect(sql`select pg_sleep(20)`.execute(impatient.db)).rejects.toThrow(DatabaseUnavailable)
  const unhurried = impatient.db.transaction().execute(async (db) => {
    await impatient.unhurried(db)
    return sql`select 1 as done, pg_sleep(1)`.execute(db)
  })
  expect((await unhurried).rows).toMatchObject([{ done: 1 }])
  await impatient.close()
})

test('a lost connection fails the transaction on it and nothing else', async () => {
  const errors: Error[] = []
  const other = await openDatabase({ url: database.url, dataDir: '', onError: (error) => errors.push(error) })
  const cut = other.db.transaction().execute(async (db) => {
    await db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
    await endOtherConnections(nameOf(database.url))
    await db.insertInto('settings').values({ key: 'b', value: '1' }).execute()
  })
  await expect(cut).rejects.toThrow(DatabaseUnavailable)
  expect(await other.db.selectFrom('settings').selectAll().execute()).toEqual([])
  await other.close()
})

test('a transaction with a failed statement is not taken for saved', async () => {
  const careless = database.db.transaction().execute(async (db) => {
    await db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
    await sql`select nothing from nowhere`.execute(db).catch(() => {})
  })
  await expect(careless).rejects.toThrow('nothing was saved')
  expect(await database.db.selectFrom('settings').selectAll().execute()).toEqual([])
})

test('a sum without a cast to a number throws instead of being read as text', async () => {
  await database.db.insertInto('limits').values({ key: 'k', window_start: 5, count: 1 }).execute()
  await expect(sql`select sum(window_start) as x from limits`.execute(database.db)).rejects.toThrow('cast it')
  expect(
    (await sql`select cast(sum(window_start) as bigint) as x, count(*) as n from limits`.execute(database.db)).rows,
  ).toEqual([{ x: 5, n: 1 }])
})

test('when another process changes a table, a query already prepared is busy at most once on each connection', async () => {
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const all = () => database.db.selectFrom('settings').selectAll().execute()
  for (let times = 0; times < 5; times += 1) await all()
  const other = await openDatabase({ url: database.url, dataDir: '' })
  await other.db.schema.alterTable('settings').addColumn('note', 'text').execute()
  await other.close()
  await all().catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable))
  expect(await all()).toMatchObject([{ key: 'a', value: '1', note: null }])
})

test('more different queries than are kept prepared all answer', async () => {
  const answers: number[] = []
  for (let index = 0; index < 1200; index += 1) {
    const { rows } = await sql<{ n: number }>`select ${sql.raw(String(index % 400))} as n`.execute(database.db)
    answers.push(rows[0]?.n ?? -1)
  }
  expect(answers).toEqual(Array.from({ length: 1200 }, (_, index) => index % 400))
})

test('a listener comes back after its connection was lost, and is told to look for itself', async () => {
  const heard: string[] = []
  const other = await openDatabase({ url: database.url, dataDir: '' })
  await other.listen('live', (payload) => void heard.push(payload))
  await endOtherConnections(nameOf(database.url))
  await expect.poll(() => heard).toEqual([''])
  await database.notify(database.db, 'live', '7')
  await expect.poll(() => heard).toEqual(['', '7'])
  await other.close()
})

test('a notification from one process reaches another', async () => {
  const heard: string[] = []
  const other = await openDatabase({ url: database.url, dataDir: '' })
  await other.listen('live', (payload) => void heard.push(payload))
  await database.db.transaction().execute((db) => database.notify(db, 'live', '12'))
  await expect.poll(() => heard).toEqual(['12'])
  await other.close()
})
