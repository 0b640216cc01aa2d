import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { statfs } from 'node:fs/promises'
import type { App } from '../app-services.ts'
import { eventState, jobStates, mailState } from '../school/store.ts'
import { version } from '../version.ts'
import { watchRequests } from './requests.ts'

/** The figures of the database are cached for this time, so that frequent requests cost nothing. */
const keptMs = 5_000
const oneDay = 24 * 3_600_000
/** Seconds; a call may take three, uploads and backups longer. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 3, 10, 60]

type State = {
  jobs: Awaited<ReturnType<typeof jobStates>>
  events: Awaited<ReturnType<typeof eventState>>
  mails: Awaited<ReturnType<typeof mailState>>
  disk: { free: number; total: number }
}

const stateOf = async ({ db, config, clock }: App): Promise<State> => {
  const [jobs, events, mails, { bavail, blocks, bsize }] = await Promise.all([
    jobStates(db),
    eventState(db),
    mailState(db, clock() - oneDay),
    statfs(config.dataDir),
  ])
  return { jobs, events, mails, disk: { free: bavail * bsize, total: blocks * bsize } }
}

export type Metrics = {
  /**
   * Everything as Prometheus reads it. Four queries, at most every five seconds; without a database the rest is there.
   */
  text: () => Promise<string>
  contentType: string
  stop: () => void
}

const requestMeters = (app: App, registers: Registry[]): (() => void) => {
  const count = new Counter({
    name: 'tongchuang_requests_total',
    help: 'Requests answered, by call and outcome.',
    labelNames: ['method', 'call', 'outcome'] as const,
    registers,
  })
  const duration = new Histogram({
    name: 'tongchuang_request_seconds',
    help: 'Seconds until a request was answered, by call.',
    labelNames: ['method', 'call'] as const,
    buckets,
    registers,
  })
  return watchRequests(app.http.server, ({ method, call, outcome, seconds }) => {
    count.inc({ method, call, outcome })
    duration.observe({ method, call }, seconds)
  })
}

/** Gauges that are read together just before they are written out. */
const stateGauges = (registers: Registry[]) => {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `tongchuang_${name}`, help, labelNames, registers })
  const gauges = {
    up: gauge('database_up', 'Whether the database answered: 1 or 0.'),
    jobFailed: gauge('job_failed', 'Whether the last run of a job failed: 1 or 0.', ['job']),
    jobLast: gauge('job_last_success_seconds', 'When a job was last done, in seconds since 1970.', ['job']),
    events: gauge('events_waiting', 'Events that wait for what follows from them.'),
    oldest: gauge('events_oldest_seconds', 'Age of the oldest of them in seconds.'),
    mailsWaiting: gauge('mails_waiting', 'Letters that wait to be sent.'),
    mailsLate: gauge('mails_late', 'Of these such as were tried in vain several times.'),
    mailsFailed: gauge('mails_failed', 'Letters that were given up within a day.'),
    free: gauge('disk_free_bytes', 'Free bytes on the disk of the data folder.'),
    total: gauge('disk_bytes', 'Size of that disk in bytes.'),
  }
  return (now: number, state: State | null): void => {
    gauges.up.set(state === null ? 0 : 1)
    if (state === null) return
    const { jobs, events, mails, disk } = state
    for (const { name, failed_at, last_at } of jobs) {
      gauges.jobFailed.set({ job: name }, failed_at === null ? 0 : 1)
      if (last_at !== null) gauges.jobLast.set({ job: name }, Number(last_at) / 1_000)
    }
    gauges.events.set(events.waiting)
    gauges.oldest.set(events.oldest_at === null ? 0 : Math.max(0, now - events.oldest_at) / 1_000)
    gauges.mailsWaiting.set(Number(mails.waiting))
    gauges.mailsLate.set(mails.late)
    gauges.mailsFailed.set(mails.lately)
    gauges.free.set(disk.free)
    gauges.total.set(disk.total)
  }
}

/** Begins to measure a product that is about to listen. */
export const createMetrics = (app: App): Metrics => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'tongchuang_info',
    help: 'The version that runs, and on which database.',
    labelNames: ['version', 'database'] as const,
    registers: [register],
  }).set({ version, database: app.database.dialect }, 1)
  const threads = new Gauge({
    name: 'tongchuang_threads',
    help: 'Threads that read or render what people sent.',
    registers: [register],
  })
  const pool = new Gauge({
    name: 'tongchuang_database_connections',
    help: 'Connections of this process to PostgreSQL, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [register],
  })
  const stop = requestMeters(app, [register])
  const setState = stateGauges([register])
  let last: { at: number; state: Promise<State | null> } | null = null
  return {
    contentType: register.contentType,
    stop: () => {
      stop()
      register.clear()
    },
    text: async () => {
      const now = app.clock()
      if (last === null || Math.abs(now - last.at) >= keptMs) {
        const state = stateOf(app).catch((error: unknown) => {
          app.log.warn({ err: error }, 'metrics without the database')
          return null
        })
        last = { at: now, state }
      }
      setState(now, await last.state)
      threads.set(app.workers.threads())
      const connections = app.database.connections?.()
      if (connections) for (const [state, many] of Object.entries(connections)) pool.set({ state }, many)
      return register.metrics()
    },
  }
}
