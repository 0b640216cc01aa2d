import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Options, Result } from 'autocannon'
import type { MeasuredSchool } from './school.ts'

const CLIENTS = 32
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

/** A refusal may have any status, so the body decides whether an answer is good. */
const isAccepted = (body: string): boolean => body.startsWith('{"code":1,')

const optionsOf = ({ path, next, amount }: Case, url: string, duration: number, connections: number): Options => ({
  url,
  connections,
  ...(amount ? { amount } : { duration }),
  requests: [
    {
      setupRequest: (request) => {
        const { token, body, query = '' } = next?.() ?? {}
        const headers: Record<string, string> = {
          ...(token ? { token } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        }
        return {
          ...request,
          path: path + query,
          method: body ? 'POST' : 'GET',
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        }
      },
    },
  ],
  ...(next ? { verifyBody: isAccepted } : {}),
})

const addressesOf = (schools: readonly MeasuredSchool[], isHello = false): string[] =>
  isHello ? schools.slice(0, 1).map(({ helloUrl }) => helloUrl) : schools.map(({ url }) => url)

/** Sends, and tells when the last answer came: autocannon itself ends with the second that is under way then. */
const sendTo = async (options: Options): Promise<{ result: Result; endedAt: number }> => {
  const run = autocannon(options)
  let endedAt = performance.now()
  run.on('response', () => {
    endedAt = performance.now()
  })
  return { result: await run, endedAt }
}

const send = (one: Case, schools: readonly MeasuredSchool[], seconds: number) => {
  const urls = addressesOf(schools, one.isHello)
  const each = { ...one, ...(one.amount && { amount: Math.floor(one.amount / urls.length) }) }
  return Promise.all(urls.map((url) => sendTo(optionsOf(each, url, seconds, CLIENTS / urls.length))))
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
  const before = { own: cpuOf(await usages()), database: databaseCpu(), at: performance.now() }
  const sent = await send(one, schools, seconds)
  const results = sent.map(({ result }) => result)
  const took = (Math.max(...sent.map(({ endedAt }) => endedAt)) - before.at) / 1_000
  const database = databaseCpu()
  const after = await usages()
  const done = sum(results.map((result) => result['2xx'] + result.non2xx))
  return {
    name: one.name,
    aim: one.aim,
    perSecond: one.amount ? done / took : sum(results.map(({ requests }) => requests.average)),
    cpu: (cpuOf(after) - before.own) / done,
    databaseCpu: database === null || before.database === null ? null : (database - before.database) / done,
    p50: Math.max(...results.map(({ latency }) => latency.p50)),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    failures: sum(results.map((r) => r.errors + r.timeouts + Math.max(r.mismatches, r.non2xx))),
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
