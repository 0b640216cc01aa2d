import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../postgres/start.ts'
import { fillSchool, startMeasuredSchool, type FilledSchool, type MeasuredSchool } from './school.ts'
import { aims, casesOf, measure, WARM_UP, type Line } from './measure.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { needSender } from './sender/send.ts'

type Wanted = { seconds: number; only: string; profile?: string; wide: boolean }

/** One database with one or more processes on it, measured. */
export type Run = {
  title: string
  lines: Line[]
  /** Bytes of each process: before the first request, the most after a case, and a while after the last. */
  memory: { idle: number[]; most: number[]; after: number[] }
  stored: { works: number; sent: number }
}

const REST_MS = 3_000
const SENT_A_SECOND = 800

const rssOf = (schools: readonly MeasuredSchool[]): Promise<number[]> =>
  Promise.all(schools.map(async ({ usage }) => (await usage()).rss))

const runOn = async (
  title: string,
  filled: FilledSchool,
  { processes, databaseCpu }: { processes: number; databaseCpu: () => number | null },
  { seconds, only, profile, wide }: Wanted,
): Promise<Run> => {
  console.log(`${title} …`)
  const schools: MeasuredSchool[] = []
  try {
    for (let at = 0; at < processes; at += 1) schools.push(await startMeasuredSchool(filled, { profile, wide }))
    await sleep(REST_MS)
    const idle = await rssOf(schools)
    const sent = Math.min(filled.held.length - WARM_UP, seconds * SENT_A_SECOND)
    const lines: Line[] = []
    const aim = aims[filled.databaseUrl === '' ? 'sqlite' : 'postgres']
    for (const one of casesOf(filled, aim, sent).filter(({ name, isHello }) => isHello || name.includes(only))) {
      lines.push(await measure(one, schools, { seconds, databaseCpu }))
      console.log(`  ${one.name}`)
    }
    await sleep(REST_MS)
    const works = (await schools[0]?.usage())?.submissions ?? 0
    const isSent = lines.some(({ name }) => name.startsWith('submit'))
    const most = schools.map((_, at) => Math.max(...lines.map(({ rss }) => rss[at] ?? 0)))
    const memory = { idle, most, after: await rssOf(schools) }
    return { title, lines, memory, stored: { works, sent: isSent ? WARM_UP + sent : 0 } }
  } finally {
    for (const school of schools) await school.stop()
  }
}

/** The five on SQLite, each ratio against the hello world of the same run. */
export const runOnSqlite = async (wanted: Wanted): Promise<Run> => {
  needSender()
  const filled = await fillSchool('')
  try {
    return await runOn('SQLite', filled, { processes: 1, databaseCpu: () => null }, wanted)
  } finally {
    await filled.remove()
  }
}

/** The same on PostgreSQL, at one process and then at two, each on a database of its own. */
export const runOnPostgres = async (wanted: Wanted): Promise<Run[]> => {
  needSender()
  const runs: Run[] = []
  for (const processes of [1, 2]) {
    const postgres = process.env.DATABASE_URL ? null : await startPostgres({ isDurable: true })
    const url = postgres?.url ?? process.env.DATABASE_URL ?? ''
    const filled = await fillSchool(url)
    try {
      const databaseCpu = await postgresCpu(url)
      const title = processes === 1 ? 'PostgreSQL' : 'PostgreSQL, two processes'
      runs.push(await runOn(title, filled, { processes, databaseCpu }, wanted))
    } finally {
      await filled.remove()
      await postgres?.stop()
    }
    // A database that was given is filled once.
    if (postgres === null) break
  }
  return runs
}
