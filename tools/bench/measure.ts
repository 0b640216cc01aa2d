import { randomUUID } from 'node:crypto'
import type { MeasuredSchool } from './school.ts'
import { rawRequest, sendWith, type Sent } from './sender/send.ts'

const CLIENTS = 32
// So many requests are written beforehand for a case that is sent for some seconds.
const IN_TURN = 2_000
/** Warm-up requests before the measured ones: until then compilation counts as the server's CPU. */
export const WARM_UP = 2_000

/** The aim of a case: a multiple of the hello world's CPU; or requests per second, with the latency of 99 of 100. */
export type Aim = { ratio: number } | { perSecond: number; p99?: number }

export type Case = {
  name: string
  aim?: Aim
  isHello?: boolean
  path: string
  /** A new body or person for each request. */
  next?: () => { token?: string; body?: unknown; query?: string }
  /** So many requests instead of so many seconds. */
  amount?: number
}

export type Line = {
  name: string
  aim: Aim | undefined
  perSecond: number
  /** Microseconds of the product's processes, and of PostgreSQL, per request. */
  cpu: number
  databaseCpu: number | null
  p50: number
  p99: number
  failures: number
  /** Bytes that each process has in memory afterwards. */
  rss: number[]
}

const requestsOf = ({ path, next, amount }: Case): Buffer[] =>
  Array.from({ length: next ? (amount ?? IN_TURN) : 1 }, () => {
    const { query = '', ...given } = next?.() ?? {}
    return rawRequest(path + query, given)
  })

const addressesOf = (schools: readonly MeasuredSchool[], isHello = false): string[] =>
  isHello ? schools.slice(0, 1).map(({ helloUrl }) => helloUrl) : schools.map(({ url }) => url)

/** Sends one case to each of the processes; a refusal may have any status, so the body decides. */
const send = (one: Case, schools: readonly MeasuredSchool[], seconds: number): Promise<Sent[]> => {
  const urls = addressesOf(schools, one.isHello)
  const amount = one.amount && Math.floor(one.amount / urls.length)
  const how = { connections: CLIENTS / urls.length, seconds, amount, judges: one.next !== undefined }
  return Promise.all(urls.map((url) => sendWith({ url, requests: requestsOf({ ...one, amount }), ...how })))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/**
 * Sends one case to some processes on one database. `databaseCpu` tells the microseconds that database has taken so
 * far.
 */
export const measure = async (
  one: Case,
  schools: readonly MeasuredSchool[],
  { seconds, databaseCpu }: { seconds: number; databaseCpu: () => number | null },
): Promise<Line> => {
  await send({ ...one, amount: WARM_UP }, schools, seconds)
  const usages = () => Promise.all(schools.map(({ usage }) => usage()))
  const cpuOf = (some: readonly { cpu: number }[]) => sum(some.map(({ cpu }) => cpu))
  const before = { own: cpuOf(await usages()), database: databaseCpu() }
  const sent = await send(one, schools, seconds)
  const database = databaseCpu()
  const after = await usages()
  const done = sum(sent.map(({ answers }) => answers))
  return {
    name: one.name,
    aim: one.aim,
    perSecond: sum(sent.map(({ perSecond }) => perSecond)),
    cpu: (cpuOf(after) - before.own) / done,
    databaseCpu: database === null || before.database === null ? null : (database - before.database) / done,
    p50: Math.max(...sent.map(({ p50 }) => p50)),
    p99: Math.max(...sent.map(({ p99 }) => p99)),
    failures: sum(sent.map(({ failures }) => failures)),
    rss: after.map(({ rss }) => rss),
  }
}

const inTurn = <T>(list: readonly T[]): (() => T) => {
  let at = 0
  return () => {
    const item = list[at++ % list.length]
    if (item === undefined) throw new Error('nothing to take from')
    return item
  }
}

type Aims = { unread: number; who: number; task: number; list: number; submit: { perSecond: number; p99?: number } }

/** The aims for the ratios; on PostgreSQL its own CPU is shown beside the product's. */
export const aims: Readonly<Record<'sqlite' | 'postgres', Aims>> = {
  sqlite: { unread: 1.8, who: 3.5, task: 9, list: 12, submit: { perSecond: 1_200 } },
  postgres: { unread: 4, who: 6, task: 16, list: 18, submit: { perSecond: 700, p99: 100 } },
}

/** The most frequent requests of a student's pages, the hello world first. The last case hands in each place once. */
export const casesOf = (
  { tokens, held, unordered, guild_id }: Pick<MeasuredSchool, 'tokens' | 'held' | 'unordered' | 'guild_id'>,
  aim: Aims,
  sent: number,
): Case[] => {
  const token = inTurn(tokens)
  const reading = inTurn(held)
  const readingUnordered = inTurn(unordered)
  const writing = inTurn(held)
  return [
    { name: 'hello world', isHello: true, path: '/hello' },
    {
      name: 'unread',
      path: '/api/message/unread',
      next: () => ({ token: token() }),
      aim: { ratio: aim.unread },
    },
    {
      name: 'getUserInfo',
      path: '/api/student/getUserInfo',
      next: () => ({ token: token(), body: {} }),
      aim: { ratio: aim.who },
    },
    {
      name: 'one task',
      path: '/api/student/task_by_id',
      next: () => {
        const { task_id, token: mine } = reading()
        return { token: mine, query: `?id=${task_id}` }
      },
      aim: { ratio: aim.task },
    },
    {
      name: 'one task, no chapters',
      path: '/api/student/task_by_id',
      next: () => {
        const { task_id, token: mine } = readingUnordered()
        return { token: mine, query: `?id=${task_id}` }
      },
    },
    {
      name: 'list of 20',
      path: '/api/student/tasks_by_guild_id',
      next: () => ({ token: token(), query: `?guild_id=${guild_id}&limit=20` }),
      aim: { ratio: aim.list },
    },
    {
      name: 'submit, durable',
      path: '/api/student/tasks_submit',
      amount: sent,
      next: () => {
        const { task_id, token: mine } = writing()
        return {
          token: mine,
          body: { task_id, key: randomUUID(), content: '三天的数据里有一天下雨，先留着再算一遍。', statement: true },
        }
      },
      aim: aim.submit,
    },
  ]
}
