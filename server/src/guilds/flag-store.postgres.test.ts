import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { aGuild } from './factory.ts'
import { takenFlags } from './flag-store.ts'
import { untilWaiting } from '../testing/waiting-for-locks.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

// On SQLite, transactions never overlap.
test('creating a guild waits for another one being created and avoids its flag', async () => {
  const { db } = database
  await aGuild(db)
  const made = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (db) => {
    await takenFlags(db)
    await aGuild(db, { glyph: 'sigma', flag: 'hexagon-plain-math' })
    made.resolve()
    await mayEnd.promise
  })
  await made.promise
  const second = db.transaction().execute((db) => takenFlags(db))
  await untilWaiting(database.db, 1)
  mayEnd.resolve()
  await first
  expect(await second).toContainEqual({ glyph: 'sigma', flag: 'hexagon-plain-math' })
})
