import type { ExpressionBuilder } from 'kysely'
import type { Logger } from 'pino'
import { compiled } from './db/compiled.ts'
import { isPostgres } from './db/connection.ts'
import type { Database } from './db/open.ts'
import type { SystemTables } from './db/system-tables.ts'
import type { Db } from './db/schema.ts'

/**
 * All events a feature publishes for features to its right: name → payload. Ids only: a consumer reads the rest, which
 * may have changed since.
 */
export type EventMap = {
  'guild.joined': { guild_id: number; user_id: number }
  'guild.left': { guild_id: number; user_id: number }
  /** The guild was archived or restored. */
  'guild.put_away': { guild_id: number }
  /** The full marks of a task changed: numbers kept on its scale follow. */
  'task.rescaled': { task_id: number }
  /** The points of a task changed: what its students earned follows, from the user after `after_user_id` on. */
  'task.repriced': { task_id: number; after_user_id: number }
  /** A passing result was released, or replaced one that had not passed. */
  'work.passed': { submission_id: number }
  /** A result other than a pass was released, a return included, or a correction took a pass away. */
  'work.failed': { submission_id: number }
  /** The works of a guild that wait to be shared may differ from those its staff were told of. */
  'shares.changed': { guild_id: number }
  /**
   * A task went into the bin or came out of it: consumers follow its present status. `since`: when it went into the
   * bin; omitted by the previous release and by migrations.
   */
  'task.binned': { task_id: number; since?: number }
  /** A task got another title: messages that name it are updated. */
  'task.renamed': { task_id: number }
  /** A task left its set: what was stored about it as a class of that set no longer holds. */
  'task.left_set': { task_id: number }
  /** Staff gave students more time, another try, or excused them from the task: open requests for time are answered. */
  'task.given_time': { enrolment_ids: number[]; actor_id: number }
  /** A reopened student-task went back to its earlier result, without a new one. */
  'result.back': { enrolment_id: number }
  /** The clock passed a returned work with the percent of its return: that return is its result. */
  'return.passed': { enrolment_id: number }
  /** Staff excused students who had submitted something: their versions no longer wait for a review. */
  'task.excused': { enrolment_ids: number[] }
  /** A version was handed in that waits for a review. */
  'work.waits': { task_id: number }
  'level.up': { user_id: number; level: number }
  /** An account was closed or opened again. */
  'account.status_changed': { user_id: number }
  /** `slip`: by staff too, on paper. `at` says when staff did, in milliseconds. */
  'account.password_set': { user_id: number; by: 'owner' | 'slip' } | { user_id: number; by: 'staff'; at: number }
  /** `email` is masked. */
  'account.email_set': { user_id: number; email: string }
  /** An account at a log-in provider was connected and opens this one. */
  'account.identity_linked': { user_id: number; provider: string }
  /**
   * The school’s own log-in has matched an account to its owner, by the number alone; `is_first`: nobody had logged in
   * to it before.
   */
  'account.matched': { user_id: number; is_first: boolean }
  /** Set by staff; `mobile` is masked, and empty where it was removed. */
  'account.mobile_set': { user_id: number; mobile: string }
}

export type Consumer<P> = (db: Db, payload: P, now: number) => Promise<void>

export type Events<M = EventMap> = {
  /**
   * Publishes an event in the caller's transaction: it is handled if and only if that commits. Nothing is written for a
   * name without consumers in this process.
   */
  publish: <N extends keyof M & string>(db: Db, name: N, payload: M[N]) => Promise<void>
  /**
   * All consumers of an event run in one transaction, which also deletes it: their effects happen exactly once, or are
   * retried together.
   */
  on: <N extends keyof M & string>(name: N, consume: Consumer<M[N]>) => void
  /** Like `on`, for a consumer that reads the current state: identical events that wait together are handled once. */
  onAny: <N extends keyof M & string>(name: N, consume: Consumer<M[N]>) => void
  /** Handles all due events, including those they cause, and throws the failures on the way. */
  drain: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

const BATCH = 20
// After this time, events claimed by a process that died are handled by another. Slow consumers are safe: deleting the
// row decides.
const LEASE_MS = 15_000
const POLL_MS = 2_000
const LONGEST_PAUSE_MS = 3_600_000
// An event postponed for longer than the longest pause plus the difference between two machines’ clocks is due: a clock
// has been set back since.
const BEYOND_MS = LONGEST_PAUSE_MS + 60_000

type Claimed = { id: number; name: string; payload: string; attempts: number; next_at: number }

const idsOf = (events: readonly Claimed[]): number[] => events.map(({ id }) => id)

const write = compiled<{ name: string; payload: string; created_at: number }, object>((db, value) =>
  db.insertInto('events').values({
    name: value('name'),
    payload: value('payload'),
    created_at: value('created_at'),
    failed_reason: null,
  }),
)

/**
 * Publishes an event where only the database is at hand: it is handled at the next poll, so use it only for what is not
 * urgent.
 */
export const leaveEvent = async <N extends keyof EventMap>(
  db: Db,
  name: N,
  payload: EventMap[N],
  now: number,
): Promise<void> => {
  await write(db, { name, payload: JSON.stringify(payload), created_at: now })
}

/** Events go through a table, so nothing is lost between a change and its effects. */
// oxlint-disable-next-line max-lines-per-function -- what is claimed, heard and put off is one state, which nothing else may touch
export const createEvents = <M = EventMap>(parts: {
  database: Database
  clock: () => number
  log: Logger
}): Events<M> => {
  const { database, clock, log } = parts
  const consumers = new Map<string, Consumer<never>[]>()
  const heardOnce = new Set<string>()
  let poll: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isStopping = false
  let isAskedAgain = false

  const isDue = (now: number) => (eb: ExpressionBuilder<SystemTables, 'events'>) =>
    eb.or([eb('next_at', '<=', now), eb('next_at', '>', now + BEYOND_MS)])

  const claim = async (): Promise<Claimed[]> => {
    const now = clock()
    const due = database.db
      .selectFrom('events')
      .select('id')
      .where(isDue(now))
      .where('name', 'in', [...consumers.keys()])
      .orderBy('id')
      .limit(BATCH)
    // A read first: it is cheaper than claiming, which costs a durable write.
    if (consumers.size === 0 || (await due.executeTakeFirst()) === undefined) return []
    // Rows that another process is claiming are skipped, not waited for: locking rows in two orders would abort one of
    // the two.
    const free = due.$if(isPostgres(database.db), (some) => some.forUpdate().skipLocked())
    const rows = await database.db
      .updateTable('events')
      .set({ next_at: now + LEASE_MS })
      .where('id', 'in', free)
      .where(isDue(now))
      .returning(['id', 'name', 'payload', 'attempts', 'next_at'])
      .execute()
    return rows.toSorted((one, other) => one.id - other.id)
  }

  /** Groups the events handled together: each by itself, except identical events of consumers that want them once. */
  const together = (claimed: readonly Claimed[]): Claimed[][] => [
    ...Map.groupBy(claimed, ({ id, name, payload }) => (heardOnce.has(name) ? `${name} ${payload}` : id)).values(),
  ]

  const handle = (same: readonly Claimed[]): Promise<void> =>
    database.db.transaction().execute(async (db) => {
      const [first] = same
      if (!first) return
      const { name, payload, next_at } = first
      const { numDeletedRows } = await db
        .deleteFrom('events')
        .where('id', 'in', idsOf(same))
        .where('next_at', '=', next_at)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return
      for (const consume of consumers.get(name) ?? []) await consume(db, JSON.parse(payload) as never, clock())
    })

  const postpone = async ({ id, next_at, attempts }: Claimed, error: unknown): Promise<void> => {
    const pause = Math.min(1000 * 2 ** attempts, LONGEST_PAUSE_MS)
    await database.db
      .updateTable('events')
      .set({ attempts: attempts + 1, next_at: clock() + pause, failed_reason: String(error).slice(0, 500) })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .execute()
  }

  const giveBack = async (claimed: readonly Claimed[]): Promise<void> => {
    for (const { id, next_at } of claimed)
      await database.db
        .updateTable('events')
        .set({ next_at: 0 })
        .where('id', '=', id)
        .where('next_at', '=', next_at)
        .execute()
  }

  const handleAllDue = async (): Promise<unknown[]> => {
    const failures: unknown[] = []
    for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
      const all = together(claimed)
      for (const [index, same] of all.entries()) {
        if (isStopping) {
          await giveBack(all.slice(index).flat())
          return failures
        }
        try {
          await handle(same)
        } catch (error) {
          failures.push(error)
          for (const event of same) {
            const { name, id, attempts } = event
            log.error({ err: error, event: name, id, attempts: attempts + 1 }, 'an event could not be handled')
            await postpone(event, error)
          }
        }
      }
    }
    return failures
  }

  const wake = (): void => {
    if (poll === null || isStopping) return
    isAskedAgain = true
    running ??= (async () => {
      while (isAskedAgain && !isStopping) {
        isAskedAgain = false
        await handleAllDue()
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'events wait for the database'))
      .finally(() => {
        running = null
      })
  }

  const on = (name: string, consume: Consumer<never>): void => {
    consumers.set(name, [...(consumers.get(name) ?? []), consume])
  }

  return {
    publish: async (db, name, payload) => {
      if (!consumers.has(name)) return
      await write(db, { name, payload: JSON.stringify(payload), created_at: clock() })
      await database.afterCommit(db, wake)
    },
    on,
    onAny: (name, consume) => {
      heardOnce.add(name)
      on(name, consume)
    },
    drain: async () => {
      await running
      const failures = await handleAllDue()
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} events could not be handled: ${String(failures[0])}`)
    },
    start: async () => {
      isStopping = false
      // Committing an event wakes its own process; the poll finds what a dead process or a failure left behind.
      poll = setInterval(wake, POLL_MS)
      wake()
    },
    stop: async () => {
      isStopping = true
      if (poll !== null) clearInterval(poll)
      poll = null
      await running
    },
  }
}
