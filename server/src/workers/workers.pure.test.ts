import { afterEach, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { Overloaded, TooComplex } from './errors.ts'
import type * as hostileTasks from '../testing/hostile-tasks.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import type { LaneLimits } from './lanes.ts'
import type { Task, TaskFunction } from './tasks.ts'
import { workersOver } from './workers.ts'

type Hostile = typeof hostileTasks

const hostile = <Run extends TaskFunction>(name: keyof Hostile, lane: Task['lane'] = 'quick'): Task<Run> => ({
  module: new URL('../testing/hostile-tasks.ts', import.meta.url).href,
  name,
  lane,
  deadlineMs: 10_000,
})

const tasks = {
  twice: hostile<Hostile['twice']>('twice'),
  forever: hostile<() => never>('forever'),
  foreverHeavy: hostile<() => never>('forever', 'heavy'),
  refuse: hostile<Hostile['refuse']>('refuse'),
  fault: hostile<() => never>('fault'),
  fillObjects: hostile<() => never>('fillObjects'),
  fillBuffers: hostile<() => never>('fillBuffers'),
  nest: hostile<Hostile['nest']>('nest'),
  after: hostile<Hostile['after']>('after'),
  bytesOf: hostile<Hostile['bytesOf']>('bytesOf'),
  grow: hostile<Hostile['grow']>('grow'),
  lost: { ...hostile<() => void>('twice'), module: new URL('./no-such-module.ts', import.meta.url).href },
}

let close: () => Promise<void> = async () => {}
afterEach(() => close())

const open = (quick: Partial<LaneLimits> = {}) => {
  const workers = workersOver({ log: silentLog(), tasks, limits: { lanes: { quick, heavy: { heapMb: 64 } } } })
  close = workers.close
  return workers
}

test('no thread lives before something is asked, and the answer of one comes back', async () => {
  const workers = open()
  expect(workers.threads()).toBe(0)
  expect(await workers.run('twice', { number: 21 })).toBe(42)
  expect(workers.threads()).toBe(1)
})

test('work without an end is cut at its deadline, nobody waits for it meanwhile, and the next one is done', async () => {
  const workers = open({ threads: 1 })
  await workers.run('twice', { number: 1 })
  const { stallMs } = await stallOf(() =>
    expect(workers.run('forever', undefined as never, { deadlineMs: 400 })).rejects.toThrow(TooComplex),
  )
  expect(stallMs).toBeLessThan(noticeableMs)
  expect(await workers.run('twice', { number: 3 })).toBe(6)
})

test('the deadline does not count the time a task waits', async () => {
  const workers = open({ threads: 1 })
  const slow = workers.run('after', { ms: 700, name: 'slow' })
  // Its time in the queue exceeds its own deadline.
  const quick = workers.run('twice', { number: 2 }, { deadlineMs: 500 })
  expect(await slow).toBe('slow')
  expect(await quick).toBe(4)
})

test('a thread that a task left large is ended, and the next task has one of its own', async () => {
  const workers = open({ threads: 1, heapMb: 128, keptMb: 32 })
  await workers.run('grow', { megabytes: 1 })
  expect(workers.threads()).toBe(1)
  await workers.run('grow', { megabytes: 40 })
  expect(workers.threads()).toBe(0)
  expect(await workers.run('twice', { number: 5 })).toBe(10)
})

test('a task that fills the memory ends its own thread, and the next one is done', async () => {
  const workers = open({ threads: 1, heapMb: 48, buffersMb: 32 })
  await expect(workers.run('fillObjects', undefined as never)).rejects.toThrow(TooComplex)
  await expect(workers.run('fillBuffers', undefined as never)).rejects.toThrow(TooComplex)
  await expect(workers.run('nest', { depth: Infinity })).rejects.toThrow(TooComplex)
  expect(await workers.run('twice', { number: 4 })).toBe(8)
})

test('a refusal keeps its reason and its words across the thread; a fault keeps its message', async () => {
  const workers = open()
  await expect(workers.run('refuse', { names: ['题目'] })).rejects.toMatchObject({
    reason: 'MISSING',
    data: { parts: ['题目'] },
  })
  await expect(workers.run('fault', undefined as never)).rejects.toThrow('nobody foresaw this')
  await expect(workers.run('lost', undefined as never)).rejects.toThrow(/no-such-module/)
})

test('a full queue is answered as overload, and one person fills only their own part of it', async () => {
  const workers = open({ threads: 1, queue: 3, queuePerPerson: 2 })
  const first = workers.run('after', { ms: 300, name: 'running' }, { person: 1 })
  const mine = [1, 2].map((number) => workers.run('twice', { number }, { person: 1 }))
  await expect(workers.run('twice', { number: 3 }, { person: 1 })).rejects.toThrow(Overloaded)
  const other = workers.run('twice', { number: 9 }, { person: 2 })
  await expect(workers.run('twice', { number: 9 }, { person: 3 })).rejects.toMatchObject({ reason: 'BUSY' })
  expect([await first, ...(await Promise.all(mine)), await other]).toEqual(['running', 2, 4, 18])
})

test('people take turns: the second task of one comes after the first of another', async () => {
  const workers = open({ threads: 1 })
  const done: string[] = []
  const ask = (name: string, person: string) =>
    workers.run('after', { ms: 5, name }, { person }).then((who) => done.push(who))
  await Promise.all([ask('a0', 'a'), ask('a1', 'a'), ask('a2', 'a'), ask('b1', 'b'), ask('c1', 'c')])
  expect(done).toEqual(['a0', 'a1', 'b1', 'c1', 'a2'])
})

test('what takes seconds in one lane holds up nobody in another', async () => {
  const workers = open({ threads: 1 })
  const heavy = workers.run('foreverHeavy', undefined as never, { deadlineMs: 1_500 }).catch((error: unknown) => error)
  expect(await workers.run('twice', { number: 5 })).toBe(10)
  expect(await heavy).toBeInstanceOf(TooComplex)
})

test('bytes are handed over without a copy', async () => {
  const workers = open()
  const bytes = new Uint8Array(1_000)
  expect(await workers.run('bytesOf', bytes, { transfer: [bytes.buffer] })).toBe(1_000)
  expect(bytes.byteLength).toBe(0)
})

test('a process that stops refuses what is under way and what comes later as overload', async () => {
  const workers = open({ threads: 1 })
  const under = workers.run('forever', undefined as never).catch((error: unknown) => error)
  const waiting = workers.run('twice', { number: 1 }).catch((error: unknown) => error)
  await workers.close()
  expect(await under).toBeInstanceOf(Overloaded)
  expect(await waiting).toBeInstanceOf(Overloaded)
  await expect(workers.run('twice', { number: 1 })).rejects.toThrow(Overloaded)
  expect(workers.threads()).toBe(0)
})
