import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJobs } from './jobs.ts'
import { silentLog } from './log.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

test('the nightly work of a school that failed is tried again after minutes, then less often, and never less than hourly', async () => {
  let now = 1_790_000_000_000
  const one = createJobs({ database, clock: () => now, log: silentLog() })
  const tries: number[] = []
  let isWell = false
  one.every('backup', 86_400, async (at) => {
    tries.push((at - 1_790_000_000_000) / 60_000)
    if (!isWell) throw new Error('the store is away')
  })
  // Every minute of five hours somebody looks whether it is due.
  for (let minute = 0; minute <= 300; minute += 1) {
    isWell = minute > 200
    await one.runIfDue('backup').catch(() => null)
    now += 60_000
  }
  expect(tries).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
  const row = await database.db.selectFrom('job_leases').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ failed_at: null, next_at: 1_790_000_000_000 + 255 * 60_000 + 86_400_000 })
})

test('a process goes on by itself with work of a day that failed, and with work that comes due after it was started', async () => {
  let ahead = 0
  const afterwards = createJobs({ database, clock: () => Date.now() + ahead, log: silentLog() })
  const outcome = { last_at: null, failed_at: null, failed_reason: null }
  await database.db
    .insertInto('job_leases')
    .values({ name: 'sweep', owner: 'an earlier process', held_until: 0, next_at: Date.now() + 2_500, ...outcome })
    .execute()
  const done = { backup: 0, sweep: 0 }
  afterwards.every('sweep', 86_400, async () => void (done.sweep += 1))
  afterwards.every('backup', 86_400, async () => {
    done.backup += 1
    if (done.backup > 1) return
    // Nearly all of the five minutes pass at once.
    ahead += 299_000
    throw new Error('the store is away')
  })
  await afterwards.start()
  await expect.poll(() => done, { timeout: 10_000 }).toEqual({ backup: 2, sweep: 1 })
  await afterwards.stop()
})
