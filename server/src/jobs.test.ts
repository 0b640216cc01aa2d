import { setImmediate as breathe } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { silentLog } from './log.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let now: number
let one: Jobs
let other: Jobs

const worker = (on = database) => createJobs({ database: on, clock: () => now, log: silentLog(), renewMs: 20 })

beforeEach(async () => {
  now = 1_790_000_000_000
  database = await freshDatabase()
  one = worker()
  other = worker()
})
afterEach(async () => {
  await Promise.all([one.stop(), other.stop()])
  await database.close()
})

/** A job that lasts until it is released. */
const held = () => {
  let begin: () => void = () => {}
  let letGo: () => void = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const end = new Promise<void>((resolve) => (letGo = resolve))
  const work = async () => {
    begin()
    await end
  }
  return { work, begun, letGo: () => letGo() }
}

test('of two processes one does a job at a time, and the other may do it afterwards', async () => {
  const { work, begun, letGo } = held()
  const done: string[] = []
  one.every('expire', 60, work)
  other.every('expire', 60, async () => void done.push('other'))
  const running = one.run('expire')
  await begun
  expect(await other.run('expire')).toBe(false)
  letGo()
  expect(await running).toBe(true)
  expect(await other.run('expire')).toBe(true)
  expect(done).toEqual(['other'])
})

test('ten processes that come at once do a job once', async () => {
  const connections = await Promise.all(
    Array.from({ length: 3 }, () => openDatabase({ url: database.url, dataDir: '' })),
  )
  const { work, letGo } = held()
  let times = 0
  const workers = Array.from({ length: 10 }, (_, index) => worker((connections[index % 3] ?? database) as TestDatabase))
  for (const each of workers) {
    each.every('expire', 60, async () => {
      times += 1
      await work()
    })
  }
  const runs = workers.map((each) => each.runIfDue('expire'))
  const settled = runs.map((run) => run.catch(() => null))
  await Promise.race(settled)
  letGo()
  const answers = await Promise.all(settled)
  await Promise.all(connections.map((connection) => connection.close()))
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(times).toBe(1)
})

test('a job is due again after its interval, whichever process ran it', async () => {
  const times: number[] = []
  for (const each of [one, other]) each.every('expire', 60, async (at) => void times.push(at))
  expect([await one.runIfDue('expire'), await other.runIfDue('expire')]).toEqual([true, false])
  now += 58_999
  expect(await other.runIfDue('expire')).toBe(false)
  now += 1_001
  expect(await other.runIfDue('expire')).toBe(true)
  expect(times).toEqual([1_790_000_000_000, 1_790_000_060_000])
})

test('on a slow disk a job is done each time its turn comes, not every second time', async () => {
  const slow = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      now += 400
      return result
    },
  })
  const worn = worker({ ...database, db: slow })
  const times: number[] = []
  worn.every('expire', 60, async (at) => void times.push(at))
  const turns = [0, 1, 2, 3, 4].map((turn) => 1_790_000_000_000 + turn * 60_000)
  for (const turn of turns) {
    now = turn
    await worn.runIfDue('expire')
  }
  expect(times).toEqual(turns)
})

test('a turn that comes a moment early is taken, and the other process does not do the job again', async () => {
  const times: number[] = []
  for (const each of [one, other]) {
    each.every('expire', 60, async (at) => void times.push(at))
    each.every('often', 2, async (at) => void times.push(at))
  }
  for (const [name, early, period] of [
    ['expire', 1_000, 60_000],
    ['often', 200, 2_000],
  ] as const) {
    times.length = 0
    const began = now
    await one.runIfDue(name)
    now = began + period - early - 1
    expect(await other.runIfDue(name)).toBe(false)
    now += 1
    expect(await other.runIfDue(name)).toBe(true)
    now = began + period
    expect(await one.runIfDue(name)).toBe(false)
    expect(times).toEqual([began, began + period - early])
  }
})

test('the job of a process that died is free after a minute', async () => {
  one.every('expire', 60, async () => {})
  await database.db
    .insertInto('job_leases')
    .values({ name: 'expire', owner: 'dead', held_until: now + 60_000, next_at: 0 })
    .execute()
  expect(await one.run('expire')).toBe(false)
  now += 60_000
  expect(await one.run('expire')).toBe(true)
})

test('a job whose process died over it is taken up as soon as its turn is free, long before the next', async () => {
  const lease = { owner: 'a process that died', held_until: Date.now() + 1_500, next_at: 0 }
  const outcome = { last_at: null, failed_at: null, failed_reason: null }
  await database.db
    .insertInto('job_leases')
    .values({ name: 'backup', ...lease, ...outcome })
    .execute()
  const afterwards = createJobs({ database, clock: Date.now, log: silentLog() })
  let times = 0
  afterwards.every('backup', 1_800, async () => void (times += 1))
  await afterwards.start()
  await expect.poll(() => times).toBe(1)
  await afterwards.stop()
})

test('a clock that was a day and an hour ahead for a while stops no job', async () => {
  let times = 0
  one.every('expire', 60, async () => void (times += 1))
  now += 25 * 3_600_000
  expect(await one.runIfDue('expire')).toBe(true)
  now -= 25 * 3_600_000
  expect(await one.runIfDue('expire')).toBe(true)
  expect(await one.runIfDue('expire')).toBe(false)
  expect(times).toBe(2)
})

test('the lease of a process that died while the clock was ahead is free once it is right again', async () => {
  one.every('expire', 60, async () => {})
  await database.db
    .insertInto('job_leases')
    .values({ name: 'expire', owner: 'dead', held_until: now + 25 * 3_600_000, next_at: 0 })
    .execute()
  expect(await one.run('expire')).toBe(true)
})

test('a machine whose clock is half a minute behind takes no job from one at work on it', async () => {
  const { work, begun, letGo } = held()
  one.every('expire', 60, work)
  other.every('expire', 60, async () => {})
  const running = one.run('expire')
  await begun
  now -= 30_000
  expect(await other.run('expire')).toBe(false)
  letGo()
  expect(await running).toBe(true)
})

test('a process that paused while another took its job stops the job and keeps the other’s record of it', async () => {
  // It renews its lease every 20 s: not while the test runs.
  const paused = createJobs({ database, clock: () => now, log: silentLog() })
  const { work, begun, letGo } = held()
  const done: string[] = []
  paused.every('deliver', 60, async (_now, turn) => {
    await turn.check()
    done.push('a first letter of one')
    await work()
    await turn.check()
    done.push('a second letter of one')
  })
  other.every('deliver', 60, async () => void done.push('a letter of the other'))
  const running = paused.run('deliver')
  await begun
  // Simulates an expired lease.
  await database.db.updateTable('job_leases').set({ held_until: 0 }).execute()
  expect(await other.run('deliver')).toBe(true)
  letGo()
  await expect(running).rejects.toThrow('another process')
  expect(done).toEqual(['a first letter of one', 'a letter of the other'])
  expect(await database.db.selectFrom('job_leases').select(['last_at', 'failed_at']).executeTakeFirst()).toEqual({
    last_at: now,
    failed_at: null,
  })
})

test('a job that does not check its lease has its next statement refused once the lease is lost', async ({
  signal,
}) => {
  one.every('sweep', 60, async () => {
    for (let at = 0; !signal.aborted; at += 1) {
      await database.db
        .insertInto('settings')
        .values({ key: `row ${at}`, value: '1' })
        .execute()
      await breathe()
    }
  })
  const running = one.run('sweep')
  const refused = expect(running).rejects.toThrow('is over')
  await expect.poll(() => database.db.selectFrom('job_leases').select('owner').execute()).toHaveLength(1)
  await database.db.updateTable('job_leases').set({ owner: 'another' }).execute()
  await refused
})

test('a job that fails throws its error and can run again', async () => {
  let isBroken = true
  one.every('expire', 60, async () => {
    if (isBroken) throw new Error('broken')
  })
  await expect(one.run('expire')).rejects.toThrow('broken')
  isBroken = false
  expect(await one.run('expire')).toBe(true)
})

test('a job that was never registered cannot be run, and none is registered twice', async () => {
  one.every('expire', 60, async () => {})
  expect(() => one.every('expire', 60, async () => {})).toThrow('twice')
  await expect(async () => one.run('nothing')).rejects.toThrow('no job')
})

test('a running process does its jobs by itself, and a job requested while it runs is run once more', async () => {
  const { work, begun, letGo } = held()
  let times = 0
  one.every('deliver', 3600, async () => {
    times += 1
    if (times === 1) await work()
  })
  one.wake('deliver')
  expect(times).toBe(0)
  await one.start()
  await begun
  one.wake('deliver')
  one.wake('deliver')
  letGo()
  await expect.poll(() => times).toBe(2)
})

test('stopping waits for the job under way', async () => {
  const { work, begun, letGo } = held()
  let isDone = false
  one.every('deliver', 3600, async () => {
    await work()
    isDone = true
  })
  await one.start()
  one.wake('deliver')
  await begun
  const stopped = one.stop()
  letGo()
  await stopped
  expect(isDone).toBe(true)
})
