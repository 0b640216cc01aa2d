/**
 * `npm run bench -- --soak`: whether the server's memory grows while a school works. A mixed load of 120 requests a
 * second, after a warm-up for `--minutes=60`; a sample of the process every ten seconds; then for each figure its
 * growth per minute with a 95 % interval and the second half beside the first, and how much is freed by garbage
 * collection and by SQLite. `--snapshots` lists what the heap holds more of at the end; snapshots cost memory
 * themselves, so the figures of such a run say nothing about RSS. Every sample is kept in `.cache/soak/` (`--out`),
 * with the report beside it.
 * `--postgres` measures over PostgreSQL. It ends by itself. Aim: less than 1 MB a minute over the second half.
 */
import { fork } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../postgres/start.ts'
import { root } from '../sites.ts'
import { heapGrowth } from './soak/heap.ts'
import { startLoad } from './soak/load.ts'
import type { Ask, Prepared, Sample, Told } from './soak/messages.ts'
import { halvesOf, slopeOf, type Point } from './soak/slope.ts'

const LOOK_SECONDS = 10
const AIM_MB = 1
const MB = 2 ** 20

export type SoakOptions = {
  minutes: number
  warmUp: number
  perSecond: number
  out: string
  postgres: boolean
  snapshots: boolean
}

type Process = { hear: () => Promise<Told>; send: (ask: Ask) => void; stop: () => Promise<void> }

const startProcess = (dataDir: string, databaseUrl: string, args: readonly string[]): Process => {
  const child = fork(join(import.meta.dirname, 'soak/server.ts'), args, {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    execArgv: ['--expose-gc'],
  })
  const ended = new Promise<Told>((resolve) => child.once('exit', () => resolve({ problem: 'the server ended' })))
  return {
    hear: () =>
      Promise.race([new Promise<Told>((resolve) => child.once('message', (message: Told) => resolve(message))), ended]),
    send: (ask) => void child.send(ask),
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const problemOf = (told: Told): Error => new Error('problem' in told ? told.problem : 'no answer')

type Server = { url: string; school: Prepared; ask: (ask: Ask) => Promise<Sample>; stop: () => Promise<void> }

const startServer = async (dataDir: string, databaseUrl: string): Promise<Server> => {
  const filling = startProcess(dataDir, databaseUrl, ['prepare'])
  const filled = await filling.hear()
  await filling.stop()
  if (!('prepared' in filled)) throw problemOf(filled)
  const { hear, send, stop } = startProcess(dataDir, databaseUrl, [])
  const first = await hear()
  if (!('url' in first)) {
    await stop()
    throw problemOf(first)
  }
  const ask = async (what: Ask): Promise<Sample> => {
    const answer = hear()
    send(what)
    const heard = await answer
    if (!('sample' in heard)) throw problemOf(heard)
    return heard.sample
  }
  return { url: first.url, school: filled.prepared, ask, stop }
}

const figures: readonly { name: string; of: (sample: Sample) => number | null; unit: 'MB' | '' }[] = [
  { name: 'RSS', of: ({ rss }) => rss, unit: 'MB' },
  { name: 'heap used', of: ({ heapUsed }) => heapUsed, unit: 'MB' },
  { name: 'heap total', of: ({ heapTotal }) => heapTotal, unit: 'MB' },
  { name: 'external', of: ({ external }) => external, unit: 'MB' },
  { name: 'array buffers', of: ({ arrayBuffers }) => arrayBuffers, unit: 'MB' },
  { name: 'native heap', of: ({ native }) => native, unit: 'MB' },
  // Blocks the C allocator has mapped by themselves, and its arenas of other threads.
  {
    name: 'other',
    of: ({ rss, native, mapped, heapTotal }) =>
      native === null || mapped === null ? null : rss - native - mapped - heapTotal,
    unit: 'MB',
  },
  { name: 'mapped files', of: ({ mapped }) => mapped, unit: 'MB' },
  { name: 'database', of: ({ database }) => database, unit: 'MB' },
  { name: 'open files', of: ({ fds }) => fds, unit: '' },
  { name: 'connections', of: ({ connections }) => connections, unit: '' },
]

const cell = (number: number, width = 11): string => number.toFixed(2).padStart(width)

/** The figures as a table, and whether memory stays within its aim. */
const tableOf = (samples: readonly Sample[]): { lines: string[]; isGood: boolean } => {
  const start = samples[0]!.at
  const lines = [
    `${'per minute'.padEnd(16)}${['growth', '± 95 %', '2nd half', '± 95 %', 'mean 1st', 'mean 2nd', 'last'].map((head) => head.padStart(11)).join('')}`,
  ]
  let isGood = true
  for (const { name, of, unit } of figures) {
    const points = samples.flatMap((sample): Point[] => {
      const value = of(sample)
      return value === null ? [] : [{ minute: (sample.at - start) / 60_000, value: unit === 'MB' ? value / MB : value }]
    })
    if (points.length < 6) continue
    const whole = slopeOf(points)
    const late = slopeOf(points.slice(Math.floor(points.length / 2)))
    const { first, second } = halvesOf(points)
    const cells = [whole.perMinute, whole.margin, late.perMinute, late.margin, first, second, points.at(-1)!.value]
    lines.push(name.padEnd(16) + cells.map((number) => cell(number)).join('') + (unit && `  ${unit}`))
    if (name === 'RSS') isGood = late.perMinute - late.margin < AIM_MB
  }
  return { lines, isGood }
}

const inMb = (sample: Sample): string =>
  `RSS ${cell(sample.rss / MB, 8)}  heap used ${cell(sample.heapUsed / MB, 8)}  native ${cell((sample.native ?? 0) / MB, 8)}  external ${cell(sample.external / MB, 7)} MB`

const spacesLines = (before: Sample, after: Sample): string[] =>
  Object.entries(after.spaces)
    .filter(([name, bytes]) => bytes > 0 || (before.spaces[name] ?? 0) > 0)
    .map(([name, bytes]) => `  ${name.padEnd(28)}${cell((before.spaces[name] ?? 0) / MB)}${cell(bytes / MB)}  MB`)

/** Measures, prints and keeps the report. */
export const measureSoak = async ({
  minutes,
  warmUp,
  perSecond,
  out,
  postgres,
  snapshots,
}: SoakOptions): Promise<boolean> => {
  const folder = resolve(root, out)
  await mkdir(folder, { recursive: true })
  const [log, report] = [join(folder, 'samples.jsonl'), join(folder, 'report.txt')]
  await rm(log, { force: true })
  const dataDir = await mkdtemp(join(root, '.cache/bench-'))
  const database = postgres ? await startPostgres({ isDurable: true }) : null
  const server = await startServer(dataDir, database?.url ?? '')
  console.log(`pid ${process.pid}; ${warmUp} + ${minutes} minutes at ${perSecond}/s; ${log}`)
  const load = startLoad(server.url, server.school, perSecond)
  try {
    await sleep(warmUp * 60_000)
    if (snapshots) await server.ask({ what: 'snapshot', path: join(folder, 'before.heapsnapshot') })
    const rested = await server.ask({ what: 'rest' })
    const samples: Sample[] = []
    const ends = Date.now() + minutes * 60_000
    while (Date.now() < ends) {
      await sleep(LOOK_SECONDS * 1_000)
      const sample = await server.ask({ what: 'sample' })
      samples.push(sample)
      await appendFile(log, `${JSON.stringify({ ...sample, counts: load.counts() })}\n`)
    }
    await load.stop()
    const loaded = await server.ask({ what: 'sample' })
    const after = await server.ask({ what: 'rest' })
    const shrunk = await server.ask({ what: 'shrink' })
    if (snapshots) await server.ask({ what: 'snapshot', path: join(folder, 'after.heapsnapshot') })
    const grown = snapshots
      ? await heapGrowth(join(folder, 'before.heapsnapshot'), join(folder, 'after.heapsnapshot'))
      : []
    const { lines, isGood } = tableOf(samples)
    const text = [
      `${postgres ? 'PostgreSQL' : 'SQLite'}, ${minutes} minutes after ${warmUp} of warm-up, ${perSecond} requests a second, ${samples.length} looks`,
      ...Object.entries(load.counts()).map(([name, count]) => `  ${name}: ${count}`),
      '',
      ...lines,
      `RSS in the second half: ${isGood ? 'met' : 'MISSED'} (< ${AIM_MB} MB a minute)`,
      '',
      `after warm-up, garbage collected  ${inMb(rested)}`,
      `at the end, under load            ${inMb(loaded)}`,
      `at the end, garbage collected     ${inMb(after)}`,
      `SQLite has given its pages back   ${inMb(shrunk)}`,
      '',
      'heap spaces, garbage collected: before, after',
      ...spacesLines(rested, after),
      '',
      snapshots ? 'more on the heap than after the warm-up' : 'with --snapshots: what the heap holds more of',
      ...grown
        .slice(0, 30)
        .map(
          ({ kind, count, bytes }) =>
            `  ${kind.padEnd(64)}${String(count).padStart(9)}${(bytes / 1024).toFixed(0).padStart(9)} KB`,
        ),
      '',
    ].join('\n')
    await writeFile(report, text)
    console.log(text)
    return isGood
  } finally {
    await load.stop()
    await server.stop()
    await database?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
