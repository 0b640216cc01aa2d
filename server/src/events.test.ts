import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'
import { openDatabase } from './db/open.ts'
import { createEvents, type Events } from './events.ts'
import { silentLog } from './log.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

type Happenings = { left: { user_id: number }; counted: { user_id: number }; unheard: { user_id: number } }

let database: TestDatabase
let events: Events<Happenings>
let now: number

const over = (on: Database) => createEvents<Happenings>({ database: on, clock: () => now, log: silentLog() })

beforeEach(async () => {
  now = 1_790_000_000_000
  database = await freshDatabase()
  events = over(database)
})
afterEach(async () => {
  await events.stop()
  await database.close()
})

const publish = (user_id: number, name: 'left' | 'counted' = 'left') =>
  database.db.transaction().execute((db) => events.publish(db, name, { user_id }))
/** Starts the process without its regular look at the table, so that what is handled was found without it. */
const startUnpolled = async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  await events.start()
  vi.useRealTimers()
}
/** An effect that counts its executions in the database. */
const count = async (db: Db, key: string) => {
  await db
    .insertInto('limits')
    .values({ key, window_start: 0, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((eb) => ({ count: eb('limits.count', '+', 1) })),
    )
    .execute()
}
const counts = async () =>
  Object.fromEntries(
    (await database.db.selectFrom('limits').select(['key', 'count']).execute()).map(({ key, count }) => [key, count]),
  )
const waiting = () =>
  database.db.selectFrom('events').select(['name', 'attempts', 'next_at', 'failed_reason']).orderBy('id').execute()

test('an event is handled once, with its data', async () => {
  const heard: unknown[] = []
  events.on('left', async (_, payload, at) => void heard.push([payload, at]))
  await publish(7)
  await events.drain()
  await events.drain()
  expect(heard).toEqual([[{ user_id: 7 }, now]])
  expect(await waiting()).toEqual([])
})

test('an event that was rolled back reaches no consumer', async () => {
  events.on('left', (db) => count(db, 'left'))
  const broken = database.db.transaction().execute(async (db) => {
    await events.publish(db, 'left', { user_id: 7 })
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  await events.drain()
  expect(await counts()).toEqual({})
})

test('an event without a consumer is not kept', async () => {
  await events.publish(database.db, 'unheard', { user_id: 7 })
  expect(await waiting()).toEqual([])
})

test('an event published by a consumer is handled too', async () => {
  events.on('left', (db, payload) => events.publish(db, 'counted', payload))
  events.on('counted', (db, { user_id }) => count(db, `counted ${user_id}`))
  await publish(7)
  await events.drain()
  expect(await counts()).toEqual({ 'counted 7': 1 })
})

test('a consumer that fails undoes only its own event, does not stop the others and is asked again later', async () => {
  let isBroken = true
  events.on('left', (db, { user_id }) => count(db, `first ${user_id}`))
  events.on('left', async (db, { user_id }) => {
    await count(db, `second ${user_id}`)
    if (isBroken && user_id === 1) throw new Error('broken for 1')
  })
  await publish(1)
  await publish(2)
  await expect(events.drain()).rejects.toThrow('broken for 1')
  expect(await counts()).toEqual({ 'first 2': 1, 'second 2': 1 })
  expect(await waiting()).toMatchObject([
    { name: 'left', attempts: 1, next_at: now + 1000, failed_reason: 'Error: broken for 1' },
  ])

  now += 1000
  await expect(events.drain()).rejects.toThrow('broken for 1')
  expect(await waiting()).toMatchObject([{ attempts: 2, next_at: now + 2000 }])

  isBroken = false
  now += 2000
  await events.drain()
  expect(await counts()).toEqual({ 'first 1': 1, 'first 2': 1, 'second 1': 1, 'second 2': 1 })
})

test('several processes at once handle each event once', async () => {
  const others = await Promise.all([1, 2].map(() => openDatabase({ url: database.url, dataDir: '' })))
  const all = [events, ...others.map(over)]
  for (const each of all) each.on('left', (db, { user_id }) => count(db, `left ${user_id}`))
  for (let user_id = 1; user_id <= 60; user_id += 1) await publish(user_id)
  await Promise.all(all.map((each) => each.drain()))
  await Promise.all(others.map((other) => other.close()))
  expect(await counts()).toEqual(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`left ${index + 1}`, 1])))
  expect(await waiting()).toEqual([])
})

test('repeated equal events are handled once by a consumer that reads the present state, and again after a failure', async () => {
  let isBroken = true
  events.onAny('left', async (db, { user_id }) => {
    await count(db, `left ${user_id}`)
    if (isBroken && user_id === 1) throw new Error('broken for 1')
  })
  for (const user_id of [1, 2, 1, 1, 2]) await publish(user_id)
  await expect(events.drain()).rejects.toThrow('broken for 1')
  expect(await counts()).toEqual({ 'left 2': 1 })
  expect(await waiting()).toMatchObject([1, 2, 3].map(() => ({ name: 'left', attempts: 1, next_at: now + 1000 })))
  isBroken = false
  now += 1000
  await events.drain()
  expect(await counts()).toEqual({ 'left 1': 1, 'left 2': 1 })
  expect(await waiting()).toEqual([])
})

test('an event claimed by a process that died is handled by another once its lease has ended', async () => {
  events.on('left', (db) => count(db, 'left'))
  await publish(7)
  await database.db
    .updateTable('events')
    .set({ next_at: now + 15_000 })
    .execute()
  await events.drain()
  expect(await counts()).toEqual({})
  now += 15_000
  await events.drain()
  expect(await counts()).toEqual({ left: 1 })
})

test('an event claimed or delayed while the clock was a day ahead is handled at once when it is right again', async () => {
  events.on('left', (db) => count(db, 'left'))
  await publish(7)
  await database.db
    .updateTable('events')
    .set({ next_at: now + 24 * 3_600_000 })
    .execute()
  await events.drain()
  expect(await counts()).toEqual({ left: 1 })
  expect(await waiting()).toEqual([])
})

test('an event claimed by another process meanwhile is left to that process', async () => {
  events.on('left', async (db, { user_id }) => {
    await count(db, `left ${user_id}`)
    // Handling the first takes so long that another process has claimed the second.
    if (user_id === 1)
      await db
        .updateTable('events')
        .set({ next_at: now + 20_000 })
        .where('payload', '=', '{"user_id":2}')
        .execute()
  })
  await publish(1)
  await publish(2)
  await events.drain()
  expect(await counts()).toEqual({ 'left 1': 1 })
  now += 20_000
  await events.drain()
  expect(await counts()).toEqual({ 'left 1': 1, 'left 2': 1 })
})

test('an event of a newer process is left to it', async () => {
  const newer = over(database)
  newer.on('unheard', (db) => count(db, 'newer'))
  events.on('left', (db) => count(db, 'left'))
  await newer.publish(database.db, 'unheard', { user_id: 7 })
  await events.drain()
  expect(await waiting()).toMatchObject([{ name: 'unheard', next_at: 0 }])
  await newer.drain()
  expect(await counts()).toEqual({ newer: 1 })
})

test('a running process handles what is committed by itself, and has ended its work when it is stopped', async () => {
  events.on('left', (db, { user_id }) => count(db, `left ${user_id}`))
  await startUnpolled()
  await publish(1)
  await expect.poll(counts, { interval: 10 }).toEqual({ 'left 1': 1 })
  await Promise.all([publish(2), publish(3), publish(4)])
  await events.stop()
  const handled = Object.keys(await counts()).length
  expect(handled + (await waiting()).length).toBe(4)
  // Events claimed and not begun become free for other processes at once.
  expect((await waiting()).every(({ next_at }) => next_at === 0)).toBe(true)
  expect(Object.values(await counts()).every((times) => times === 1)).toBe(true)
})

test('events left behind by a process that died are handled at the start', async () => {
  // Its event was committed and nothing more: only the start of this process looks for it.
  const died = over(database)
  died.on('left', () => Promise.reject(new Error('it is dead')))
  await database.db.transaction().execute((db) => died.publish(db, 'left', { user_id: 7 }))
  events.on('left', (db) => count(db, 'left'))
  await startUnpolled()
  await expect.poll(counts, { interval: 10 }).toEqual({ left: 1 })
})
