import { afterEach, beforeEach, expect, test } from 'vitest'
import { believedAfterMs, createClockJumps, createSteadiness } from './clock-jumps.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { silentLog } from './log.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

const hour = 3_600_000
const month = 30 * 24 * hour

let database: TestDatabase
let jobs: Jobs
let now: number
let passed: number
/** How often the clock was looked at. */
let looked: number
/** Time passes; the clock shows so much more than that. */
const pass = (ms: number, ahead = 0) => {
  passed += ms
  now += ms + ahead
}
beforeEach(async () => {
  ;[now, passed, looked] = [1_790_000_000_000, 0, 0]
  database = await freshDatabase()
  const clock = () => {
    looked += 1
    return now
  }
  jobs = createJobs({ database, clock, monotonic: () => passed, log: silentLog() })
})
afterEach(async () => {
  await jobs.stop()
  await database.close()
})

test('a clock that is a month ahead for a few minutes closes no task of a class', async () => {
  const closed: number[] = []
  let sent = 0
  jobs.every('tasks.expire', 0.02, async (at) => void closed.push(at))
  jobs.every('mail.deliver', 3_600, async () => void (sent += 1))
  await jobs.start()
  await expect.poll(() => closed.length).toBeGreaterThan(0)
  pass(20_000, month)
  // What somebody has asked for, such as a letter with a code, does not wait.
  const before = [sent, looked, closed.length] as const
  jobs.wake('mail.deliver')
  await expect.poll(() => sent).toBeGreaterThan(before[0])
  await expect.poll(() => looked).toBeGreaterThan(before[1] + 10)
  pass(300_000)
  pass(0, -month)
  await expect.poll(() => closed.length).toBeGreaterThan(before[2])
  expect(Math.max(...closed)).toBeLessThan(1_790_000_000_000 + hour)
})

test('a server started after a power cut with a clock that is months ahead closes no task before it is set right', async () => {
  const closed: number[] = []
  const begin = () => {
    const clock = () => {
      looked += 1
      return now
    }
    jobs = createJobs({ database, clock, monotonic: () => passed, log: silentLog() })
    jobs.every('tasks.expire', 0.02, async (at) => void closed.push(at))
    return jobs.start()
  }
  await jobs.stop()
  await begin()
  await expect.poll(() => closed.length).toBeGreaterThan(0)
  await jobs.stop()
  pass(600_000, 3 * month)
  const before = closed.length
  await begin()
  pass(590_000)
  const seen = looked
  await expect.poll(() => looked).toBeGreaterThan(seen + 10)
  expect(closed).toHaveLength(before)
  pass(0, -3 * month)
  await expect.poll(() => closed.length).toBeGreaterThan(before)
  expect(Math.max(...closed)).toBeLessThan(1_790_000_000_000 + hour)
})

test('work by the clock goes on ten minutes after a machine was suspended, and at once after a clock was set back and put right', () => {
  const { isBelieved } = createClockJumps({ clock: () => now, monotonic: () => passed, log: silentLog() })
  expect(isBelieved()).toBe(true)
  pass(20_000, 59 * 60_000)
  expect(isBelieved()).toBe(true)
  pass(20_000, 8 * hour)
  expect(isBelieved()).toBe(false)
  pass(believedAfterMs - 1)
  expect(isBelieved()).toBe(false)
  pass(1)
  expect(isBelieved()).toBe(true)
  pass(20_000, -month)
  expect(isBelieved()).toBe(true)
  pass(20_000, month)
  expect(isBelieved()).toBe(true)
  pass(20_000, month)
  expect(isBelieved()).toBe(false)
})

test('a clock that jumps again and again is not believed before it rests', () => {
  const { isBelieved } = createClockJumps({ clock: () => now, monotonic: () => passed, log: silentLog() })
  for (let times = 0; times < 5; times += 1) {
    pass(believedAfterMs / 2, 2 * hour)
    expect(isBelieved()).toBe(false)
  }
  pass(believedAfterMs)
  expect(isBelieved()).toBe(true)
})

test('a clock is trusted against another one after it has shown the same time for an hour', () => {
  const isSteady = createSteadiness({ clock: () => now, monotonic: () => passed })
  pass(hour - 1)
  expect(isSteady()).toBe(false)
  pass(1, 59 * 60_000)
  expect(isSteady()).toBe(true)
  pass(60_000, -month)
  expect(isSteady()).toBe(false)
  pass(hour - 1)
  expect(isSteady()).toBe(false)
  pass(1)
  expect(isSteady()).toBe(true)
})
