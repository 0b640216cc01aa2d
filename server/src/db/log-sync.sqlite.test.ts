import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseReadOnly, DatabaseUnavailable } from './errors.ts'
import { openDatabase } from './open.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

let database: TestDatabase
let db: Db
/** The pending disk requests, oldest first; each is answered when a test resolves it. */
let asked: PromiseWithResolvers<void>[]
let isLogClosed: boolean

beforeEach(async () => {
  database = await freshDatabase()
  asked = []
  isLogClosed = false
  const sync = () => {
    const turn = Promise.withResolvers<void>()
    asked.push(turn)
    return turn.promise
  }
  const path = database.url.replace('sqlite:', '')
  db = new Kysely<Schema>({
    dialect: sqliteDialect({ path, timeoutMs: 5_000, log: { sync, close: async () => void (isLogClosed = true) } })
      .dialect,
  })
})
afterEach(async () => {
  for (const turn of asked) turn.resolve()
  await db.destroy()
  await database.close()
})

const writes = async (key: string, told: string[]): Promise<void> => {
  await db.insertInto('settings').values({ key, value: '1' }).execute()
  told.push(key)
}
const keys = async (): Promise<string[]> =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

test('a write is confirmed only after its sync to disk, and a read does not wait for it', async () => {
  const told: string[] = []
  const first = writes('a', told)
  await expect.poll(() => asked.length).toBe(1)
  const both = Promise.all([writes('b', told), writes('c', told)])
  await expect.poll(keys).toEqual(['a', 'b', 'c'])
  expect([told, asked.length]).toEqual([[], 1])
  asked[0]!.resolve()
  await first
  expect(told).toEqual(['a'])
  // Requests that arrive during a wait share the next one.
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.resolve()
  await both
  expect([told, asked.length]).toEqual([['a', 'b', 'c'], 2])
})

test('a write refused because of another write is told so only after that one is on disk', async () => {
  const told: string[] = []
  const first = writes('a', told)
  await expect.poll(() => asked.length).toBe(1)
  const again = writes('a', told).catch(() => told.push('twice'))
  await expect.poll(keys).toEqual(['a'])
  await pause(50)
  expect(told).toEqual([])
  asked[0]!.resolve()
  await first
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.resolve()
  await again
  expect(told).toEqual(['a', 'twice'])
})

test('after a failed sync every write is refused until the next start, and whoever makes one reads that all can only be looked at', async () => {
  const told: string[] = []
  const first = writes('a', told)
  await expect.poll(() => asked.length).toBe(1)
  const second = writes('b', told)
  await expect.poll(keys).toEqual(['a', 'b'])
  asked[0]!.reject(new Error('EIO'))
  await expect(first).rejects.toThrow(DatabaseUnavailable)
  await expect(second).rejects.toThrow(DatabaseUnavailable)
  // What was under way may be there or not; what comes later is not begun.
  await expect(first).rejects.not.toBeInstanceOf(DatabaseReadOnly)
  await expect(writes('c', told)).rejects.toThrow(DatabaseReadOnly)
  await expect(
    db.transaction().execute((inner) => inner.insertInto('settings').values({ key: 'd', value: '1' }).execute()),
  ).rejects.toThrow(DatabaseReadOnly)
  expect([told, await keys(), asked.length]).toEqual([[], ['a', 'b'], 1])
  const again = await openDatabase({ url: database.url, dataDir: '' })
  await again.db.insertInto('settings').values({ key: 'e', value: '1' }).execute()
  await again.close()
})

test('closing the database waits for a sync in progress', async () => {
  const told: string[] = []
  const first = writes('a', told)
  await expect.poll(() => asked.length).toBe(1)
  const closing = db.destroy()
  // Time enough to come to the end, if it did not wait.
  await pause(50)
  expect(isLogClosed).toBe(false)
  asked[0]!.resolve()
  await Promise.all([first, closing])
  expect([told, isLogClosed]).toEqual([['a'], true])
})
