import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const keys = () => database.db.selectFrom('settings').select('key').execute()

test('while one person changes thousands of rows at once, another reads, and sees all of the change or none', async () => {
  const met: number[] = []
  const look = async () => {
    while (met.length < 3) {
      await nextTurn()
      met.push((await keys()).length)
    }
  }
  const until = performance.now() + 5_000
  let written = 0
  const change = database.db.transaction().execute(async (db) => {
    while (met.length < 3 && performance.now() < until) {
      await db
        .insertInto('settings')
        .values({ key: `row ${written}`, value: '' })
        .execute()
      written += 1
    }
  })
  await Promise.all([change, look()])
  expect(met).toEqual([0, 0, 0])
  expect(await keys()).toHaveLength(written)
})
