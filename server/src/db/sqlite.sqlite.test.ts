import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fieldOf } from '../fields.ts'
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

test('a file of the school is opened with write-ahead log, a disk that is waited for beside the loop, and foreign keys', async () => {
  const durable = await openDatabase({ url: database.url, dataDir: '' })
  const pragma = async (name: string) =>
    Object.values((await sql`pragma ${sql.raw(name)}`.execute(durable.db)).rows[0] as object)[0] as unknown
  const found = {
    journal: await pragma('journal_mode'),
    synchronous: await pragma('synchronous'),
    keys: await pragma('foreign_keys'),
    busy: await pragma('busy_timeout'),
  }
  await durable.close()
  expect(found).toEqual({ journal: 'wal', synchronous: 1, keys: 1, busy: 0 })
})

test('while another process holds the file, a writer waits without holding up the event loop, and readers read', async () => {
  const other = new DatabaseSync(path())
  other.exec('begin immediate')
  // The file is free twenty ticks after the read; a writer that held up the event loop would let none of them pass.
  let ticks = 0
  let isRead = false
  const watch = setInterval(() => {
    if (isRead) ticks += 1
    if (ticks < 20) return
    other.exec('commit')
    clearInterval(watch)
  }, 1)
  const write = database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const transaction = database.db
    .transaction()
    .execute((db) => db.insertInto('settings').values({ key: 'b', value: '1' }).execute())
  expect(await database.db.selectFrom('settings').selectAll().execute()).toEqual([])
  isRead = true
  await Promise.all([write, transaction])
  other.close()
  expect(await database.db.selectFrom('settings').select('key').execute()).toHaveLength(2)
  expect(ticks).toBe(20)
})

test('a writer who cannot write in time is refused, and writes once the file is free', async () => {
  const impatient = await openDatabase({ url: database.url, dataDir: '', timeoutMs: 60 })
  const other = new DatabaseSync(path())
  other.exec('begin immediate')
  const write = () => impatient.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  await expect(write()).rejects.toThrow(DatabaseUnavailable)
  await expect(impatient.db.transaction().execute((db) => db.deleteFrom('settings').execute())).rejects.toThrow(
    DatabaseUnavailable,
  )
  other.exec('rollback')
  other.close()
  await write()
  await impatient.close()
  expect(await database.db.selectFrom('settings').selectAll().execute()).toHaveLength(1)
})

test('a write outside the running transaction fails after the timeout instead of waiting for ever', async () => {
  const impatient = await openDatabase({ url: database.url, dataDir: '', timeoutMs: 50 })
  const mistaken = impatient.db
    .transaction()
    .execute(() => impatient.db.insertInto('settings').values({ key: 'a', value: '1' }).execute())
  await expect(mistaken).rejects.toThrow(DatabaseUnavailable)
  await impatient.db.insertInto('settings').values({ key: 'b', value: '1' }).execute()
  await impatient.close()
})

test('a prepared query returns a column that was added since', async () => {
  const all = () => sql`select * from settings`.execute(database.db)
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  await all()
  await database.db.schema
    .alterTable('settings')
    .addColumn('is_shown', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute()
  expect(Object.assign({}, (await all()).rows[0])).toEqual({ key: 'a', value: '1', version: 1, is_shown: true })
})

test('a column added by another process does not shift the values of a prepared query', async () => {
  const all = () => sql`select settings.*, 7 as behind from settings`.execute(database.db)
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  await all()
  const other = new DatabaseSync(path())
  other.exec('alter table settings add column is_shown boolean not null default 1')
  other.close()
  await nextTurn()
  expect((await all()).rows).toEqual([{ key: 'a', value: '1', version: 1, is_shown: true, behind: 7 }])
})

test('a change of a table that was rolled back leaves no column behind', async () => {
  const columns = async (db: Db) => Object.keys((await sql`select * from settings`.execute(db)).rows[0] as object)
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const changed = database.db.transaction().execute(async (db) => {
    await db.schema
      .alterTable('settings')
      .addColumn('is_shown', 'boolean', (column) => column.notNull().defaultTo(true))
      .execute()
    expect(await columns(db)).toEqual(['key', 'value', 'version', 'is_shown'])
    throw new Error('no')
  })
  await expect(changed).rejects.toThrow('no')
  expect(await database.db.transaction().execute(columns)).toEqual(['key', 'value', 'version'])
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
  for (let index = 0; index < 1200; index += 1)
    answers.push((await sql`select ${sql.raw(String(index))} as n`.execute(database.db)).rows[0])
  expect(answers.map((row) => fieldOf(row, 'n'))).toEqual(Array.from({ length: 1200 }, (_, index) => index))
})

test('the mutex is given in the order of the requests, and skips one that timed out', async () => {
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

/** Another process's view of the file: what it sees, the disk has been asked to keep. */
const otherView = () => {
  const other = new DatabaseSync(path(), { readOnly: true })
  return {
    keys: () =>
      other
        .prepare('select key from settings order by key')
        .all()
        .map(({ key }) => key),
    commits: () => Object.values(other.prepare('pragma data_version').get() ?? {})[0],
    close: () => other.close(),
  }
}

test('transactions that end together share a commit, and each is told only when the file has it', async () => {
  const other = otherView()
  const seen = new Set<unknown>()
  const write = async (key: string) => {
    await database.db.transaction().execute((db) => db.insertInto('settings').values({ key, value: '1' }).execute())
    expect(other.keys()).toContain(key)
    seen.add(other.commits())
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => write(`key ${n}`)))
  expect(other.keys()).toHaveLength(20)
  expect(seen.size).toBeLessThan(5)
  other.close()
})

test('a transaction or statement that fails does not undo the others of its commit', async () => {
  const insert = (db: Db, key: string) => db.insertInto('settings').values({ key, value: '1' }).execute()
  const failing = async (db: Db, n: number) => {
    await insert(db, `lost ${n}`)
    throw new Error('changed its mind')
  }
  const works = Array.from({ length: 30 }, (_, n) => {
    if (n % 3 === 0) return database.db.transaction().execute((db) => failing(db, n))
    // Every third breaks the primary key, by itself or in its transaction.
    if (n % 3 === 1)
      return n % 2 ? insert(database.db, 'twice') : database.db.transaction().execute((db) => insert(db, 'twice'))
    return insert(database.db, `kept ${n}`)
  })
  const ended = await Promise.allSettled(works)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
  const other = otherView()
  expect(other.keys()).toEqual(
    [2, 5, 8, 11, 14, 17, 20, 23, 26, 29]
      .map((n) => `kept ${n}`)
      .concat('twice')
      .toSorted(),
  )
  other.close()
})

test('a write refused because of another one is told so only after that one is committed', async () => {
  const insert = (db: Db) => db.insertInto('settings').values({ key: 'once', value: '1' }).execute()
  const find = () => database.db.selectFrom('settings').select('key').execute()
  const works = [
    () => insert(database.db),
    () =>
      database.db.transaction().execute(async (db) => {
        if ((await db.selectFrom('settings').select('key').execute()).length > 0) throw new Error('there already')
        await insert(db)
      }),
    () => insert(database.db),
  ]
  const found = await Promise.all(works.map((work) => work().then(find, find)))
  expect(found).toEqual([[{ key: 'once' }], [{ key: 'once' }], [{ key: 'once' }]])
})

test('a failed commit fails every transaction that shared it, and later ones succeed', async () => {
  // A deferred key is looked at by the commit alone.
  await sql`create table parents (id integer primary key)`.execute(database.db)
  await sql`create table children (parent_id integer references parents (id) deferrable initially deferred)`.execute(
    database.db,
  )
  const orphan = database.db.transaction().execute((db) => sql`insert into children values (7)`.execute(db))
  const beside = database.db
    .transaction()
    .execute((db) => db.insertInto('settings').values({ key: 'beside', value: '1' }).execute())
  const ended = await Promise.allSettled([orphan, beside])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await database.db.insertInto('settings').values({ key: 'after', value: '1' }).execute()
  const other = otherView()
  expect(other.keys()).toEqual(['after'])
  other.close()
})

test('reads of one turn of the event loop see one state, and the next turn sees what another process wrote', async () => {
  const keys = async () => (await database.db.selectFrom('settings').select('key').execute()).map(({ key }) => key)
  const other = new DatabaseSync(path())
  await nextTurn()
  expect(await keys()).toEqual([])
  other.exec(`insert into settings (key, value) values ('theirs', '1')`)
  other.close()
  expect(await keys()).toEqual([])
  await nextTurn()
  expect(await keys()).toEqual(['theirs'])
})

test('a caller reads its own confirmed write at once, also in a turn in which others have read before', async () => {
  const keys = async () => (await database.db.selectFrom('settings').select('key').execute()).map(({ key }) => key)
  const seen: string[][] = []
  const write = async (key: string) => {
    await database.db.insertInto('settings').values({ key, value: '1' }).execute()
    seen.push(await keys())
  }
  // The second commit is made in the turn in which the first has been read.
  await Promise.all([
    write('a'),
    write('b'),
    database.db.transaction().execute(async (db) => {
      await db.insertInto('settings').values({ key: 'c', value: '1' }).execute()
      expect(await keys()).not.toContain('c')
    }),
  ])
  expect(seen.every((some, at) => some.includes(['a', 'b'][at] ?? ''))).toBe(true)
  expect((await keys()).toSorted()).toEqual(['a', 'b', 'c'])
})

test('a checkpoint takes back the whole write-ahead log although somebody reads in the same turn', async () => {
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const read = database.db.selectFrom('settings').select('key').execute()
  const brought = sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  expect(await read).toHaveLength(1)
  expect((await brought).rows).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
})
