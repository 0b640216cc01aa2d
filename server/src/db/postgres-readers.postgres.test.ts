import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compiled } from './compiled.ts'
import { DatabaseUnavailable } from './errors.ts'
import { openDatabase, type Database } from './open.ts'
import type { Db } from './schema.ts'

let database: TestDatabase
/** As another process of the same school has it. */
let other: Database

beforeEach(async () => {
  database = await freshDatabase()
  other = await openDatabase({ url: database.url, dataDir: '' })
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
})
afterEach(async () => {
  await other.close()
  await database.close()
})

const settings = compiled<Record<string, never>, { key: string; value: string }>((db) =>
  db.selectFrom('settings').selectAll(),
)
const slowly = compiled<{ seconds: number }, { done: number }>((db, value) =>
  db.selectNoFrom(() => [sql<number>`1`.as('done'), sql`pg_sleep(${value('seconds')})`.as('slept')]),
)
const inverse = compiled<{ of: number }, { of: number }>((db, value) =>
  db.selectNoFrom(() => sql<number>`1 / cast(${value('of')} as int)`.as('of')),
)

const endOthers = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tongchuang' and pid <> pg_backend_pid()`.execute(
    database.db,
  )
const backends = async (db: Db) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database()`.execute(db)
  return rows[0]?.n
}

test('reads that many make at once share two connections, and are counted with the others', async () => {
  await Promise.all(Array.from({ length: 50 }, () => settings(other.db, {})))
  expect(other.connections?.()).toEqual({ open: 2, idle: 2, waiting: 0 })
  const before = database.connections?.().open ?? 0
  expect(await backends(database.db)).toBe(before + 2)
})

const settingsOfPlans = [
  sql<string>`current_setting('plan_cache_mode')`.as('mode'),
  sql<string>`current_setting('enable_seqscan')`.as('whole'),
  sql<string>`current_setting('jit')`.as('jit'),
] as const
const planned = compiled<Record<string, never>, { mode: string; whole: string; jit: string }>((db) =>
  db.selectNoFrom(() => settingsOfPlans),
)
const once = { mode: 'force_generic_plan', whole: 'off', jit: 'off' }
const atEachCall = { mode: 'auto', whole: 'on', jit: expect.any(String) }

test('a compiled query is planned once for all parameters, a query built at the call for each call', async () => {
  expect(await planned(other.db, {})).toEqual([once])
  expect(await other.db.selectNoFrom(() => settingsOfPlans).execute()).toEqual([atEachCall])
})

test('a transaction plans a compiled query once, and leaves the setting of its connection unchanged', async () => {
  await other.db.transaction().execute(async (db) => {
    expect(await db.selectNoFrom(() => settingsOfPlans).execute()).toEqual([atEachCall])
    expect(await planned(db, {})).toEqual([once])
    expect(await planned(db, {})).toEqual([once])
  })
  expect(other.connections?.().open).toBe(1)
  for (let time = 0; time < 2; time += 1)
    await other.db.transaction().execute(async (db) => {
      expect(await db.selectNoFrom(() => settingsOfPlans).execute()).toEqual([atEachCall])
      expect(await planned(db, {})).toEqual([once])
    })
})

/** Counts the network packets that reach the database, each of which costs both sides. */
const throughCounted = async () => {
  const { hostname, port } = new URL(database.url)
  let pieces = 0
  const sockets: Socket[] = []
  const between = createServer((socket) => {
    const behind = connect(Number(port), hostname)
    sockets.push(socket, behind)
    socket.on('data', (bytes) => {
      pieces += 1
      behind.write(bytes)
    })
    behind.pipe(socket)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.port = String(portOf(between))
  url.hostname = '127.0.0.1'
  const through = await openDatabase({ url: url.href, dataDir: '' })
  return {
    db: through.db,
    taken: () => pieces,
    close: async () => {
      await through.close()
      for (const socket of sockets) socket.destroy()
      between.close()
    },
  }
}

test('forty concurrent reads reach the database in one packet for each connection, and each is answered', async () => {
  const counted = await throughCounted()
  const askMany = () =>
    Promise.all(Array.from({ length: 40 }, (_, at) => inverse(counted.db, { of: at === 0 ? 1 : -1 })))
  await askMany()
  const before = counted.taken()
  expect((await askMany()).map(([row]) => row?.of)).toEqual([1, ...Array.from({ length: 39 }, () => -1)])
  // One for each of the two connections.
  expect(counted.taken() - before).toBe(2)
  await counted.close()
})

test('a transaction begins with its first statement, in one packet with it, and one without statements sends nothing', async () => {
  const counted = await throughCounted()
  const ask = () => counted.db.transaction().execute((db) => settings(db, {}))
  await ask()
  const before = counted.taken()
  expect(await counted.db.transaction().execute(async () => 1)).toBe(1)
  await expect(counted.db.transaction().execute(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(counted.taken()).toBe(before)
  expect(await ask()).toMatchObject([{ key: 'a', value: '1' }])
  expect(counted.taken() - before).toBe(2)
  await counted.close()
})

const kept = (db: Db) =>
  db.selectFrom(sql<{ statement: string }>`pg_prepared_statements`.as('kept')).select('statement')

/** As a bulk load or a night of exports does: hundreds of statements, each of them some times. */
const askManyOthers = (db: Db) =>
  db.connection().execute(async (own) => {
    for (let at = 0; at < 320; at += 1)
      for (let time = 0; time < 3; time += 1) await sql`select ${sql.lit(at)} as n`.execute(own)
  })

test('a compiled query stays prepared, however many other statements were repeated before it', async () => {
  await askManyOthers(other.db)
  const [own] = await compiled<Record<string, never>, { statement: string }>(kept)(other.db, {})
  expect(own?.statement).toContain('pg_prepared_statements')
})

test('a repeated list query is prepared too, and the statements before it are dropped from the connections', async () => {
  await askManyOthers(other.db)
  for (let time = 0; time < 3; time += 1) await kept(other.db).execute()
  const statements = (await kept(other.db).execute()).map(({ statement }) => statement)
  expect(statements.some((text) => text.includes('pg_prepared_statements'))).toBe(true)
  expect(statements.length).toBeLessThan(30)
})

test('a failing read does not affect the reads sent before and after it', async () => {
  const answers = await Promise.allSettled([1, 0, 1, 0, 1, 1].map((of) => inverse(other.db, { of })))
  expect(answers.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
})

test('reads that wait and later ones are answered on new connections when an administrator ends the old ones', async () => {
  await settings(other.db, {})
  const waiting = [slowly(other.db, { seconds: 0.5 }), slowly(other.db, { seconds: 0.5 })]
  await expect.poll(() => other.connections?.()).toEqual({ open: 2, idle: 0, waiting: 0 })
  await endOthers()
  for (const rows of await Promise.all(waiting)) expect(rows).toMatchObject([{ done: 1 }])
  expect(await settings(other.db, {})).toMatchObject([{ key: 'a', value: '1' }])
})

test('a prepared read whose table another process changed is prepared again without an error', async () => {
  for (let times = 0; times < 10; times += 1) await settings(other.db, {})
  await database.db.schema.alterTable('settings').addColumn('note', 'text').execute()
  const many = await Promise.all(Array.from({ length: 20 }, () => settings(other.db, {})))
  for (const rows of many) expect(rows).toMatchObject([{ key: 'a', value: '1', note: null }])
})

test('a read of a server that stops answering times out, and the next one succeeds once it answers again', async () => {
  const { hostname, port } = new URL(database.url)
  const sockets = new Set<Socket>()
  let isDeaf = false
  const between = createServer((socket) => {
    const behind = connect(Number(port), hostname)
    sockets.add(socket).add(behind)
    socket.on('data', (bytes) => isDeaf || behind.write(bytes))
    behind.on('data', (bytes) => isDeaf || socket.write(bytes))
    for (const end of [socket, behind])
      end
        .on('error', () => {})
        .on('close', () => {
          socket.destroy()
          behind.destroy()
        })
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.port = String(portOf(between))
  url.hostname = '127.0.0.1'
  const through = await openDatabase({ url: url.href, dataDir: '', timeoutMs: 300 })
  expect(await settings(through.db, {})).toHaveLength(1)
  isDeaf = true
  await expect(settings(through.db, {})).rejects.toThrow(DatabaseUnavailable)
  isDeaf = false
  expect(await settings(through.db, {})).toHaveLength(1)
  await through.close()
  for (const socket of sockets) socket.destroy()
  between.close()
})
