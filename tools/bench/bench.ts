/**
 * `npm run bench`: requests a second, CPU of the server and waiting times at 32 clients, as ratios to a hello world of
 * the same server. `-- --postgres` measures PostgreSQL (DATABASE_URL, else one of its own that waits for the disk);
 * `-- --staff` measures what staff wait for: the grid, the queue, exports, an import; `-- --questions` marking 30 questions of 500 students, and again; `-- --lists` every list in a school a
 * hundred times as large; `-- --streams` 1,000 open event streams; `-- --square` how soon the square is painted in a slow browser;
 * `-- --soak` whether the server grows in an hour of mixed load; `-- --hostile` whether what is slow to read makes others wait;
 * `-- --seconds 10` takes longer over it; `-- --only list --profile .cache/profile` shows where the time goes. Absolute figures are this machine's; the ratios travel.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import type { Options } from 'autocannon'
import { startPostgres } from '../postgres/start.ts'
import { startMeasuredSchool } from './school.ts'
import type { MeasuredSchool } from './school.ts'
import { measureHostile } from './hostile.ts'
import { measureQuestions } from './questions.ts'
import { measureLists } from './lists.ts'
import { measureSoak } from './soak.ts'
import { measureStaff } from './staff.ts'
import { measureStreams } from './streams.ts'

const CLIENTS = 32
// So many requests go before the measured ones: until then the engine compiles, and its compiling counts as the server's CPU.
const WARM_UP = 2_000

const { values } = parseArgs({
  options: {
    staff: { type: 'boolean' },
    square: { type: 'boolean' },
    questions: { type: 'boolean' },
    lists: { type: 'boolean' },
    streams: { type: 'boolean' },
    soak: { type: 'boolean' },
    hostile: { type: 'boolean' },
    minutes: { type: 'string' },
    'warm-up': { type: 'string', default: '5' },
    'per-second': { type: 'string', default: '120' },
    snapshots: { type: 'boolean', default: false },
    out: { type: 'string', default: '.cache/soak' },
    postgres: { type: 'boolean' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
// Says what it has measured and ends by itself.
if (values.square) await import('./square.ts')
if (values.questions) {
  await measureQuestions()
  process.exit(0)
}
if (values.staff) {
  await measureStaff()
  process.exit(0)
}
if (values.streams) process.exit((await measureStreams()) ? 0 : 1)
if (values.lists) process.exit((await measureLists(values.only)) ? 0 : 1)
if (values.soak) {
  const { minutes = '60', 'warm-up': warmUp, 'per-second': perSecond, out, postgres = false, snapshots } = values
  // A day at most: it ends by itself.
  const isGood = await measureSoak({
    minutes: Math.min(Number(minutes), 1_440),
    warmUp: Number(warmUp),
    perSecond: Number(perSecond),
    out,
    postgres,
    snapshots,
  })
  process.exit(isGood ? 0 : 1)
}
if (values.hostile)
  process.exit((await measureHostile(Math.min(Number(values.minutes ?? '10'), 120), values.only)) ? 0 : 1)
const seconds = Number(values.seconds)

/** What a case is to stay within: times the CPU of the hello world, or requests a second. */
type Aim = { ratio: number } | { perSecond: number }

type Case = {
  name: string
  aim?: Aim
  url: string
  path: string
  /** A new body or person for each request. */
  next?: () => { token?: string; body?: unknown; query?: string }
  /** A request is good when its answer says so. */
  isGood?: (body: string) => boolean
  amount?: number
}

type Line = {
  name: string
  aim: Aim | undefined
  perSecond: number
  cpu: number
  p50: number
  p99: number
  failures: number
  rss: number
}

const isAccepted = (body: string): boolean => body.startsWith('{"code":1,')

const optionsOf = ({ url, path, next, isGood, amount }: Case, duration: number): Options => ({
  url,
  connections: CLIENTS,
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
  ...(isGood ? { verifyBody: isGood } : {}),
})

const measure = async (school: MeasuredSchool, one: Case): Promise<Line> => {
  if (!one.amount) await autocannon(optionsOf({ ...one, amount: WARM_UP }, seconds))
  const before = await school.usage()
  const started = performance.now()
  const result = await autocannon(optionsOf(one, seconds))
  const took = (performance.now() - started) / 1000
  const after = await school.usage()
  const done = result['2xx'] + result.non2xx
  // An answer with another status does not say that it is good either: it is counted once.
  const failures = result.errors + result.timeouts + Math.max(result.mismatches, result.non2xx)
  const perSecond = one.amount ? done / took : result.requests.average
  return {
    name: one.name,
    aim: one.aim,
    perSecond,
    cpu: (after.cpu - before.cpu) / done,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures,
    rss: after.rss,
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

const casesOf = ({ url, helloUrl, tokens, places, guild_id }: MeasuredSchool): Case[] => {
  const token = inTurn(tokens)
  const place = inTurn(places)
  return [
    { name: 'hello world', url: helloUrl, path: '/hello' },
    {
      name: 'point: unread',
      url,
      path: '/api/message/unread',
      next: () => ({ token: token() }),
      isGood: isAccepted,
      aim: { ratio: 4 },
    },
    {
      name: 'point: getUserInfo',
      aim: { ratio: 4 },
      url,
      path: '/api/student/getUserInfo',
      next: () => ({ token: token(), body: {} }),
      isGood: isAccepted,
    },
    {
      name: 'point: task_by_id',
      url,
      path: '/api/student/task_by_id',
      next: () => {
        const { task_id, token: mine } = place()
        return { token: mine, query: `?id=${task_id}` }
      },
      isGood: isAccepted,
    },
    {
      name: 'list of 20',
      aim: { ratio: 12 },
      url,
      path: '/api/student/tasks_by_guild_id',
      next: () => ({ token: token(), query: `?guild_id=${guild_id}&limit=20` }),
      isGood: isAccepted,
    },
    {
      name: 'submit, durable',
      aim: { perSecond: 600 },
      url,
      path: '/api/student/tasks_submit',
      // Each place is handed in once.
      amount: Math.min(places.length, seconds * 800),
      next: () => {
        const { task_id, token: mine } = place()
        return {
          token: mine,
          body: { task_id, key: randomUUID(), content: '三天的数据里有一天下雨，先留着再算一遍。', statement: true },
        }
      },
      isGood: isAccepted,
    },
  ]
}

const cell = (text: string, width: number): string => text.padStart(width)

/** Whether an aim is met; null where there is none, or no hello world to compare with. */
const verdictOf = (
  { aim, perSecond, cpu }: Line,
  hello: Line | undefined,
): { words: string; isMet: boolean } | null => {
  if (!aim) return null
  if ('perSecond' in aim) return { words: `≥ ${aim.perSecond}/s`, isMet: perSecond >= aim.perSecond }
  return hello ? { words: `≤ ${aim.ratio} ×`, isMet: cpu <= aim.ratio * hello.cpu } : null
}

const print = (lines: readonly Line[]): void => {
  const hello = lines.find(({ name }) => name === 'hello world')
  console.log(
    `\n${'32 clients'.padEnd(22)}${['requests/s', 'CPU µs', 'p50 ms', 'p99 ms', '× hello', 'failed', 'MB', 'aim'].map((head) => cell(head, 12)).join('')}`,
  )
  for (const line of lines) {
    const { name, perSecond, cpu, p50, p99, failures, rss } = line
    const verdict = verdictOf(line, hello)
    const cells = [
      perSecond.toFixed(0),
      cpu.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      hello ? (cpu / hello.cpu).toFixed(1) : '–',
      String(failures),
      (rss / 2 ** 20).toFixed(0),
      verdict?.words ?? '',
    ]
    console.log(
      name.padEnd(22) +
        cells.map((text) => cell(text, 12)).join('') +
        (verdict ? (verdict.isMet ? '  met' : '  MISSED') : ''),
    )
  }
}

const postgres = values.postgres && !process.env.DATABASE_URL ? await startPostgres({ isDurable: true }) : null
const databaseUrl = postgres?.url ?? (values.postgres ? process.env.DATABASE_URL : undefined)
console.log(`数据库 / database: ${values.postgres ? 'PostgreSQL' : 'SQLite'}，正在准备…… / preparing …`)
const school = await startMeasuredSchool({ DATABASE_URL: databaseUrl ?? '' }, values.profile)
let isGood = true
try {
  const lines: Line[] = []
  for (const one of casesOf(school).filter(({ name }) => name.includes(values.only))) {
    console.log(`  ${one.name}`)
    // The submissions take their places from the first one on.
    lines.push(await measure(school, one.name.startsWith('submit') ? (casesOf(school).at(-1) ?? one) : one))
  }
  print(lines)
  const { submissions } = await school.usage()
  const sent = lines.some(({ name }) => name.startsWith('submit')) ? Math.min(school.places.length, seconds * 800) : 0
  console.log(`\n${submissions} works stored of ${sent} sent`)
  isGood = lines.length > 0 && lines.every(({ failures }) => failures === 0) && submissions === sent
} finally {
  await school.stop()
  await postgres?.stop()
}
process.exit(isGood ? 0 : 1)
