import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { believedAfterMs, createClockJumps } from './clock-jumps.ts'
import { withoutDeadline } from './db/deadline.ts'
import type { Database } from './db/open.ts'
import { findLease, giveBackLease, holdLease, LEASE_MS, lastDone, SKEW_MS, takeLease } from './job-leases.ts'
import type { Outcome, Turn } from './job-leases.ts'

export type Work = (now: number, turn: Turn) => Promise<void>

export type Jobs = {
  /**
   * Work done every so many seconds by one process of all. It must bear being done twice: a process can die half-way.
   * It waits while the clock has just gone ahead (clock-jumps.ts).
   */
  every: (name: string, seconds: number, work: Work) => void
  /** Runs the job now. Returns false if another process is running it; throws what the work throws. */
  run: (name: string) => Promise<boolean>
  /** Runs the job only if it is due. */
  runIfDue: (name: string) => Promise<boolean>
  /** Requests a run soon, in the background, if jobs are running in this process. */
  wake: (name: string) => void
  start: () => Promise<void>
  /** Nothing is done in this process while `work` goes on. */
  pausedFor: <T>(work: () => Promise<T>) => Promise<T>
  /** Stops scheduling and waits briefly for running jobs. */
  stop: () => Promise<void>
}

type Job = {
  seconds: number
  work: Work
  running: Promise<void> | null
  isAskedAgain: boolean
  /** Looks at a turn that comes before the next by the timer: one that another process had, or another try. */
  looking: NodeJS.Timeout | null
  /** How often it has failed in this process since it was last done. */
  failures: number
}

const STOP_MS = 3_000
// A job that failed is tried again after this time, then after twice as long, up to an hour and its period: the work of
// a day must not wait a day for a store that was away for a minute.
const AGAIN_MS = 300_000
const MOST_AGAIN_MS = 3_600_000
const FIRST_MS = 1_000

/** Work by the clock, of which each is done by one process at a time (job-leases.ts). */
// oxlint-disable-next-line max-lines-per-function -- who runs what and what is asked again is one state, which nothing else may touch
export const createJobs = (parts: {
  database: Database
  clock: () => number
  log: Logger
  renewMs?: number
  /** Milliseconds that nobody can set; tests let them pass. */
  monotonic?: () => number
}): Jobs => {
  const { clock, log, renewMs, monotonic = () => performance.now() } = parts
  const { isBelieved, wasAtWork } = createClockJumps({ clock, monotonic, log })
  const { db } = parts.database
  const jobs = new Map<string, Job>()
  const timers = new Set<NodeJS.Timeout>()
  let isStarted = false
  let wasStarted = false
  let isStopping = false

  const jobOf = (name: string): Job => {
    const job = jobs.get(name)
    if (job === undefined) throw new Error(`there is no job ${name}`)
    return job
  }

  const doIt = async (name: string, whenDue: boolean): Promise<boolean> => {
    const job = jobOf(name)
    const { seconds, work } = job
    // A new id for each turn: a process can lose one turn and get the next.
    const owner = randomUUID()
    // Taken before the lease is written: the duration of that write would move the next due time behind the next turn.
    const began = clock()
    const period = whenDue ? seconds * 1000 : null
    if (!(await takeLease(db, name, { owner, now: began, period }))) return false
    let outcome: Outcome = { last_at: began, failed_at: null, failed_reason: null }
    let next_at = began + seconds * 1000
    try {
      await holdLease({ db, clock, log, renewMs }, name, owner, (turn) => work(began, turn))
      job.failures = 0
    } catch (error) {
      outcome = { failed_at: began, failed_reason: String(error).slice(0, 300) }
      next_at = began + Math.min(seconds * 1000, MOST_AGAIN_MS, AGAIN_MS * 2 ** job.failures)
      job.failures += 1
      // Cut off, it has not failed: the next start does it at once, also where its turn comes once a day.
      if (isStopping) [outcome, next_at] = [{}, 0]
      throw error
    } finally {
      await giveBackLease(db, name, owner, { next_at, ...outcome })
    }
    return true
  }

  const lookIn = (name: string, whenDue: boolean, ms: number): void => {
    const job = jobOf(name)
    if (!isStarted || job.looking !== null) return
    const look = () => {
      job.looking = null
      inBackground(name, whenDue)
    }
    job.looking = setTimeout(look, ms + FIRST_MS * Math.random())
  }

  /**
   * Looks again when a turn ends that another process has (it may have died over it), and when another try or the next
   * turn comes: the next turn by the timer may be an hour or a day away. `orIn`: milliseconds, where the database says
   * nothing of another try.
   */
  const lookAgain = async (name: string, whenDue: boolean, orIn = 0): Promise<void> => {
    const period = jobOf(name).seconds * 1000
    if (!isStarted || period <= LEASE_MS) return
    const row = await findLease(db, name).catch(() => undefined)
    const held = (row?.held_until ?? 0) - clock()
    const isHeld = held > 0 && held <= LEASE_MS + SKEW_MS
    const noted = isHeld ? held : whenDue ? (row?.next_at ?? 0) - clock() : 0
    const left = noted > 0 ? noted : orIn
    if (left > 0 && left <= Math.max(period, LEASE_MS + SKEW_MS)) lookIn(name, whenDue, left)
  }

  /** Runs a job in the background: errors go to the log, and a run requested meanwhile follows afterwards. */
  const inBackground = (name: string, whenDue: boolean): void => {
    const job = jobOf(name)
    if (whenDue && !isBelieved()) {
      if (job.seconds * 1000 > believedAfterMs) lookIn(name, true, believedAfterMs)
      return
    }
    if (job.running !== null) {
      job.isAskedAgain ||= !whenDue
      return
    }
    const turn = async () => {
      const isDone = await doIt(name, whenDue).catch(async (error: unknown) => {
        // Its failure may not be written down: the disk is full, or the database away.
        await lookAgain(name, true, AGAIN_MS)
        throw error
      })
      if (!isDone) await lookAgain(name, whenDue)
    }
    job.running = withoutDeadline(turn)
      .then(
        () => {},
        (error: unknown) =>
          isStopping
            ? log.info({ job: name, reason: String(error) }, 'a job was cut off')
            : log.error({ err: error, job: name }, 'a job failed'),
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
    // Spreads the first runs, so that jobs do not all start at once or in step with other processes.
    tick(Math.min(period, FIRST_MS) * (0.5 + Math.random()))
  }

  /** A process that starts under a clock that is months ahead waits, like one whose clock jumps while it runs. */
  const lookAtClock = async (): Promise<void> => {
    const last_at = await lastDone(db)
    if (last_at) wasAtWork(last_at)
  }

  const start = async (): Promise<void> => {
    if (!wasStarted) await lookAtClock()
    wasStarted = true
    isStarted = true
    isStopping = false
    for (const [name, { seconds }] of jobs) schedule(name, seconds)
  }

  const stop = async (): Promise<void> => {
    isStarted = false
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    for (const job of jobs.values()) {
      clearTimeout(job.looking ?? undefined)
      job.looking = null
    }
    const running = [...jobs.values()].map((job) => job.running)
    await Promise.race([Promise.all(running), sleep(STOP_MS, undefined, { ref: false })])
  }

  return {
    every: (name, seconds, work) => {
      if (jobs.has(name)) throw new Error(`the job ${name} is there twice`)
      jobs.set(name, { seconds, work, running: null, isAskedAgain: false, looking: null, failures: 0 })
      if (isStarted) schedule(name, seconds)
    },
    run: (name) => withoutDeadline(() => doIt(name, false)),
    runIfDue: (name) => withoutDeadline(() => doIt(name, true)),
    wake: (name) => {
      if (isStarted) inBackground(name, false)
    },
    start,
    pausedFor: async (work) => {
      const goesOn = isStarted
      await stop()
      return work().finally(() => (goesOn ? start() : undefined))
    },
    stop,
  }
}
