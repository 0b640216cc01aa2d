import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from './db/open.ts'
import { createEvents } from './events.ts'
import { silentLog } from './log.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

type Happenings = { left: { user_id: number } }

let database: TestDatabase
let other: Database
beforeEach(async () => {
  database = await freshDatabase()
  other = await openDatabase({ url: database.url, dataDir: '' })
})
afterEach(async () => {
  await other.close()
  await database.close()
})

const over = (on: Database) =>
  createEvents<Happenings>({ database: on, clock: () => 1_790_000_000_000, log: silentLog() })

test('processes that handle different events at once do not wait for each other', async () => {
  const events = over(database)
  const heard: number[] = []
  events.on('left', async (_, { user_id }) => void heard.push(user_id))
  for (const user_id of [1, 2, 3])
    await database.db.transaction().execute((db) => events.publish(db, 'left', { user_id }))
  const taking = await other.db.startTransaction().execute()
  await taking.selectFrom('events').select('id').orderBy('id').limit(2).forUpdate().execute()
  await events.drain()
  expect(heard).toEqual([3])
  await taking.rollback().execute()
  await events.drain()
  expect(heard).toEqual([3, 1, 2])
})
