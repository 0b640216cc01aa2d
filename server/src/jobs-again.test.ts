import { InsertQueryNode } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { believedAfterMs } from './clock-jumps.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import { createJobs } from './jobs.ts'
import { silentLog } from './log.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

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

/** Waits for the work; time goes on meanwhile, because a look at the database may have taken longer than the jump. */
const onceDone = (done: () => number) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return done()
    })
    .toBe(1)

/** Hours pass at once, and what waits for the database or the disk does not notice. */
const letPass = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('work of a day whose turn came while the disk was full is done minutes later', async () => {
  letPass()
  let isFull = true
  let tries = 0
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (!InsertQueryNode.is(node)) return node
      tries += 1
      if (isFull) throw new DatabaseUnavailable('the disk is full')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const jobs = createJobs({ database: { ...database, db }, clock: Date.now, log: silentLog() })
  let done = 0
  jobs.every('backup', 86_400, async () => void (done += 1))
  await jobs.start()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(tries).toBe(1)
  isFull = false
  // The next turn, and the next try.
  await expect.poll(() => vi.getTimerCount()).toBe(2)
  await vi.advanceTimersByTimeAsync(302_000)
  await onceDone(() => done)
  await jobs.stop()
})

test('work of a day waits ten minutes after the summer holidays, and not another day', async () => {
  letPass()
  const outcome = { last_at: 1_790_000_000_000, failed_at: null, failed_reason: null }
  await database.db
    .insertInto('job_leases')
    .values({ name: 'other', owner: 'before the holidays', held_until: 0, next_at: 0, ...outcome })
    .execute()
  let ahead = 0
  const now = outcome.last_at + 40 * 86_400_000
  const parts = { database, clock: () => now + ahead, monotonic: () => ahead, log: silentLog() }
  const jobs = createJobs(parts)
  let done = 0
  jobs.every('sweep', 86_400, async () => void (done += 1))
  await jobs.start()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done).toBe(0)
  ahead += believedAfterMs + 2_000
  await vi.advanceTimersByTimeAsync(believedAfterMs + 2_000)
  await onceDone(() => done)
  await jobs.stop()
})
