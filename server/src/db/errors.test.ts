import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { profile } from '@tongchuang/contract/profile.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseReadOnly, DatabaseUnavailable, translated } from './errors.ts'

let school: School
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
  school = await testApp({ database })
})
afterEach(() => school.close())

const endSelf = sql`select pg_terminate_backend(pg_backend_pid())`

/** Makes the database read-only, or writable again. */
const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
  if (testDialect === 'sqlite') {
    await sql`pragma query_only = ${sql.raw(isReadOnly ? 'on' : 'off')}`.execute(database.db)
    return
  }
  const name = new URL(database.url).pathname.slice(1)
  await database.db.transaction().execute(async (db) => {
    await sql`set transaction read write`.execute(db)
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.raw(isReadOnly ? 'on' : 'off')}`.execute(
      db,
    )
  })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`.execute(
    database.db,
  )
  // The connection that has just ended the others is the last of the old ones.
  const ask = (query: typeof endSelf) =>
    query.execute(database.db).then(
      () => true,
      () => false,
    )
  await ask(endSelf)
  await expect.poll(() => ask(sql`select 1`)).toBe(true)
}

test('while the database can only be read, a student reads on, is told that saving waits, and saves afterwards', async () => {
  const student = await aUser(school.app.db, { nickname: '小同' })
  const as = school.as(student)
  expect(await as(profile.get)).toMatchObject({ nickname: '小同' })
  await setReadOnly(true)
  expect(await as(profile.get)).toMatchObject({ nickname: '小同' })
  const change = () => refusal(as(profile.update, { introduction: '新的介绍' }))
  expect(await change()).toMatchObject({ reason: 'READ_ONLY', message: expect.stringContaining('暂时只能查看') })
  await setReadOnly(false)
  expect(await change()).toMatchObject({ reason: 'done' })
})

test('a server whose database can only be read says that it is not ready', async () => {
  expect((await school.inject('/readyz')).statusCode).toBe(200)
  await setReadOnly(true)
  school.clock.move(60_000)
  expect((await school.inject('/readyz')).json()).toMatchObject({ data: { troubles: ['database'] } })
  await setReadOnly(false)
})

test('a server that lets callers connect and then says nothing is away: they may try again', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
  const error: unknown = await client.connect().catch((refused: unknown) => refused)
  silent.close()
  expect(translated(error)).toBeInstanceOf(DatabaseUnavailable)
})

if (testDialect === 'postgres')
  describe('of what PostgreSQL may answer', () => {
    const raised = (state: string) =>
      sql`do ${sql.lit(`begin raise exception using errcode = '${state}'; end`)}`
        .execute(database.db)
        .catch((error: unknown) => error)

    test.each(['08006', '25P03', '40001', '40P01', '53000', '53200', '53300', '55P03', '57014', '57P01', '57P03'])(
      '%s passes by itself: the caller may try again',
      async (state) => {
        const error = await raised(state)
        expect(error).toBeInstanceOf(DatabaseUnavailable)
        expect(error).not.toBeInstanceOf(DatabaseReadOnly)
      },
    )

    test.each(['25006', '53100'])('%s leaves the database readable', async (state) => {
      expect(await raised(state)).toBeInstanceOf(DatabaseReadOnly)
    })

    test.each(['23505', '22P02', '42P01', '57000', '25001'])(
      '%s is a fault of the product and is not retried',
      async (state) => {
        const error = await raised(state)
        expect(error).toBeInstanceOf(Error)
        expect(error).not.toBeInstanceOf(DatabaseUnavailable)
      },
    )

    test('of two who wait for each other one is told to try again', async () => {
      for (const key of ['a', 'b']) await database.db.insertInto('settings').values({ key, value: '0' }).execute()
      const { promise: bothBegan, resolve } = Promise.withResolvers<void>()
      let begun = 0
      const both = (first: string, second: string) =>
        database.db.transaction().execute(async (db) => {
          await db.updateTable('settings').set({ value: first }).where('key', '=', first).execute()
          if ((begun += 1) === 2) resolve()
          await bothBegan
          await db.updateTable('settings').set({ value: first }).where('key', '=', second).execute()
        })
      const ended = await Promise.allSettled([both('a', 'b'), both('b', 'a')])
      const refused = ended.filter((end) => end.status === 'rejected')
      expect(refused).toHaveLength(1)
      expect(refused[0]?.reason).toBeInstanceOf(DatabaseUnavailable)
    })
  })
