import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { createMutex } from './mutex.ts'
import { openDatabase } from './open.ts'
import type { Db } from './schema.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const path = () => database.url.replace('sqlite:', '')

test('a file of the school is opened with write-ahead log, full synchronisation and foreign keys', async () => {
  const durable = await openDatabase({ url: database.url, dataDir: '' })
  const pragma = async (name: string) => Object.values((await sql`pragma ${sql.raw(name)}`.execute(durable.db)).rows[0] as object)[0] as unknown
  const found = {
    journal: await pragma('journal_mode'),
    synchronous: await pragma('synchronous'),
    keys: await pragma('foreign_keys'),
    busy: await pragma('busy_timeout'),
  }
  await durable.close()
  expect(found).toEqual({ journal: 'wal', synchronous: 2, keys: 1, busy: 20 })
})

test('while another process holds the file, a writer waits without holding up the event loop, and readers read', async () => {
  const other = new DatabaseSync(path())
  other.exec('begin immediate')
  let ticks = 0
  const watch = setInterval(() => (ticks += 1), 1)
  const write = database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const transaction = database.db.transaction().execute((db) => db.insertInto('settings').values({ key: 'b', value: '1' }).execute())
  setTimeout(() => other.exec('commit'), 250)
  expect(await database.db.selectFrom('settings').selectAll().execute()).toEqual([])
  await Promise.all([write, transaction])
  clearInterval(watch)
  other.close()
  expect(await database.db.selectFrom('settings').select('key').execute()).toHaveLength(2)
  expect(ticks).toBeGreaterThan(5)
})

test('who cannot write within the time allowed is told so, and writes when the file is free again', async () => {
  const impatient = await openDatabase({ url: database.url, dataDir: '', patienceMs: 60 })
  const other = new DatabaseSync(path())
  other.exec('begin immediate')
  const write = () => impatient.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  await expect(write()).rejects.toThrow(DatabaseUnavailable)
  await expect(impatient.db.transaction().execute((db) => db.deleteFrom('settings').execute())).rejects.toThrow(DatabaseUnavailable)
  other.exec('rollback')
  other.close()
  await write()
  await impatient.close()
  expect(await database.db.selectFrom('settings').selectAll().execute()).toHaveLength(1)
})

test('writing past the transaction under way is an error after a while, not a standstill', async () => {
  const impatient = await openDatabase({ url: database.url, dataDir: '', patienceMs: 50 })
  const mistaken = impatient.db.transaction().execute(() => impatient.db.insertInto('settings').values({ key: 'a', value: '1' }).execute())
  await expect(mistaken).rejects.toThrow(DatabaseUnavailable)
  await impatient.db.insertInto('settings').values({ key: 'b', value: '1' }).execute()
  await impatient.close()
})

test('a changed table gives a known query its new column', async () => {
  const all = () => sql`select * from settings`.execute(database.db)
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  await all()
  await database.db.schema
    .alterTable('settings')
    .addColumn('is_shown', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute()
  expect({ ...((await all()).rows[0] as object) }).toEqual({ key: 'a', value: '1', is_shown: true })
})

test('a change of a table that was rolled back leaves no column behind', async () => {
  const columns = async (db: Db) => Object.keys((await sql`select * from settings`.execute(db)).rows[0] as object)
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const changed = database.db.transaction().execute(async (db) => {
    await db.schema
      .alterTable('settings')
      .addColumn('is_shown', 'boolean', (column) => column.notNull().defaultTo(true))
      .execute()
    expect(await columns(db)).toEqual(['key', 'value', 'is_shown'])
    throw new Error('no')
  })
  await expect(changed).rejects.toThrow('no')
  expect(await database.db.transaction().execute(columns)).toEqual(['key', 'value'])
})

test('a full disk refuses what is written, goes on reading, and writes again when there is room', async () => {
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const pages = (count: number) => sql`pragma max_page_count = ${sql.raw(String(count))}`.execute(database.db)
  await pages(1) // SQLite makes that the present size
  const write = (key: string) =>
    database.db.transaction().execute((db) =>
      db
        .insertInto('settings')
        .values({ key, value: 'x'.repeat(100_000) })
        .execute(),
    )
  await expect(write('b')).rejects.toThrow(DatabaseUnavailable)
  expect(await database.db.selectFrom('settings').select('key').execute()).toHaveLength(1)
  await pages(1_000_000)
  await write('b')
  expect(await database.db.selectFrom('settings').select('key').execute()).toHaveLength(2)
})

test('more different queries than are kept prepared all answer', async () => {
  const answers: unknown[] = []
  for (let index = 0; index < 1200; index += 1) answers.push((await sql`select ${sql.raw(String(index))} as n`.execute(database.db)).rows[0])
  expect(answers.map((row) => (row as { n: number }).n)).toEqual(Array.from({ length: 1200 }, (_, index) => index))
})

test('turns are given in the order they were asked for, and a left place is skipped', async () => {
  const mutex = createMutex(20)
  const order: string[] = []
  await mutex.take()
  const late = mutex.take().then(
    () => order.push('late'),
    () => order.push('gave up'),
  )
  await late
  const next = [mutex.take().then(() => order.push('first')), mutex.take().then(() => order.push('second'))]
  mutex.release()
  await next[0]
  mutex.release()
  await next[1]
  expect(order).toEqual(['gave up', 'first', 'second'])
})
