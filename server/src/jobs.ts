import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from './db/open.ts'

type Work = (now: number) => Promise<void>

export type Jobs = {
  /** Work done every so many seconds by one process of all. It must bear being done twice: a process can die half-way. */
  every: (name: string, seconds: number, work: Work) => void
  /** Does it now. Answers false where another process is doing it; throws what the work throws. */
  run: (name: string) => Promise<boolean>
  /** The same, but only when its time has come. */
  runIfDue: (name: string) => Promise<boolean>
  /** Asks for it to be done soon, in the background, if jobs are running in this process. */
  wake: (name: string) => void
  start: () => Promise<void>
  /** Nothing is done in this process while `work` goes on. */
  pausedFor: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits a moment for what is being done. */
  stop: () => Promise<void>
}

/** What is kept of how it went. */
type Outcome = { last_at?: number; failed_at: number | null; failed_reason: string | null }

type Job = { seconds: number; work: Work; running: Promise<void> | null; isAskedAgain: boolean }

const LEASE_MS = 60_000
const RENEW_MS = 20_000
const STOP_MS = 3_000
const FIRST_MS = 1_000

/** Work by the clock. A row per job says who is doing it and when it is due again, so two processes never both do it. */
export const createJobs = (parts: { database: Database; clock: () => number; log: Logger }): Jobs => {
  const { clock, log } = parts
  const { db } = parts.database
  const owner = randomUUID()
  const jobs = new Map<string, Job>()
  const timers = new Set<NodeJS.Timeout>()
  let isStarted = false

  const jobOf = (name: string): Job => {
    const job = jobs.get(name)
    if (job === undefined) throw new Error(`there is no job ${name}`)
    return job
  }

  const take = async (name: string, whenDue: boolean): Promise<boolean> => {
    const now = clock()
    const lease = { owner, held_until: now + LEASE_MS }
    const row = await db
      .insertInto('job_leases')
      .values({ name, ...lease, next_at: 0, last_at: null, failed_at: null, failed_reason: null })
      .onConflict((conflict) => {
        const free = conflict.column('name').doUpdateSet(lease).where('job_leases.held_until', '<=', now)
        return whenDue ? free.where('job_leases.next_at', '<=', now) : free
      })
      .returning('name')
      .executeTakeFirst()
    return row !== undefined
  }

  const doIt = async (name: string, whenDue: boolean): Promise<boolean> => {
    const { seconds, work } = jobOf(name)
    if (!(await take(name, whenDue))) return false
    const began = clock()
    const mine = db.updateTable('job_leases').where('name', '=', name).where('owner', '=', owner)
    const renewal = setInterval(() => {
      mine
        .set({ held_until: clock() + LEASE_MS })
        .execute()
        .catch((error: unknown) => log.warn({ err: error, job: name }, 'a lease could not be renewed'))
    }, RENEW_MS)
    let outcome: Outcome = { last_at: began, failed_at: null, failed_reason: null }
    try {
      await work(began)
    } catch (error) {
      outcome = { failed_at: began, failed_reason: String(error).slice(0, 300) }
      throw error
    } finally {
      clearInterval(renewal)
      await mine.set({ held_until: 0, next_at: began + seconds * 1000, ...outcome }).execute()
    }
    return true
  }

  /** In the background: errors go to the log, and a wish that comes meanwhile is fulfilled afterwards. */
  const inBackground = (name: string, whenDue: boolean): void => {
    const job = jobOf(name)
    if (job.running !== null) {
      job.isAskedAgain ||= !whenDue
      return
    }
    job.running = doIt(name, whenDue)
      .then(
        () => {},
        (error: unknown) => log.error({ err: error, job: name }, 'a job failed'),
      )
      .finally(() => {
        job.running = null
        if (!job.isAskedAgain || !isStarted) return
        job.isAskedAgain = false
        inBackground(name, false)
      })
  }

  const schedule = (name: string, seconds: number): void => {
    const period = seconds * 1000
    const tick = (delay: number): void => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        inBackground(name, true)
        tick(period)
      }, delay)
      timers.add(timer)
    }
    // Not all at once at the start, and not in step with the other processes.
    tick(Math.min(period, FIRST_MS) * (0.5 + Math.random()))
  }

  const start = async (): Promise<void> => {
    isStarted = true
    for (const [name, { seconds }] of jobs) schedule(name, seconds)
  }

  const stop = async (): Promise<void> => {
    isStarted = false
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    const running = [...jobs.values()].map((job) => job.running)
    await Promise.race([Promise.all(running), sleep(STOP_MS, undefined, { ref: false })])
  }

  return {
    every: (name, seconds, work) => {
      if (jobs.has(name)) throw new Error(`the job ${name} is there twice`)
      jobs.set(name, { seconds, work, running: null, isAskedAgain: false })
      if (isStarted) schedule(name, seconds)
    },
    run: (name) => doIt(name, false),
    runIfDue: (name) => doIt(name, true),
    wake: (name) => {
      if (isStarted) inBackground(name, false)
    },
    start,
    pausedFor: async (work) => {
      const wasStarted = isStarted
      await stop()
      return work().finally(() => (wasStarted ? start() : undefined))
    },
    stop,
  }
}
