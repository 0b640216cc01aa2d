import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { afterCommit } from './db/connection.ts'
import type { Database } from './db/open.ts'
import type { Db } from './db/schema.ts'

/** A change that open pages should reload; it carries only ids, and the page requests the rest. */
export type LiveChange = { kind: string; task_id: number }

/**
 * A live word: its recipients, and the change they are told of. A null change means that their message boxes changed.
 */
export type LiveWord = { id: string; user_ids: readonly number[]; change: LiveChange | null }

/** Distributes live words to every process on this database, because the readers' streams may be in any of them. */
export type Live = {
  /**
   * Receives every word, including those of this process; null after a lost connection, when words may have been
   * missed.
   */
  listen: (hear: (word: LiveWord | null) => void) => Promise<() => void>
  /** Sends the gathered words at once. */
  flush: () => Promise<void>
  /** Sends nothing more; ends when what is being sent has been, so that the database can be closed. */
  stop: () => Promise<void>
}

const CHANNEL = 'live'
const GATHER_MS = 40
// Fits into PostgreSQL's 7,900 bytes, with ids of ten digits.
const PEOPLE_AT_ONCE = 600

type Queue = (user_ids: readonly number[], change: LiveChange | null) => void
// By adapter, because it is what a database and its transactions share.
const queues = new WeakMap<object, Queue>()

const queueOf = (db: Db): Queue | undefined => queues.get(db.getExecutor().adapter)

const say = async (db: Db, user_ids: readonly number[], change: LiveChange | null): Promise<void> => {
  const queue = queueOf(db)
  if (queue && user_ids.length > 0) await afterCommit(db, () => queue(user_ids, change))
}

/**
 * Tells open pages of these people that their message boxes changed, once `db` is committed. A hint: a lost one does no
 * harm.
 */
export const sayUnread = (db: Db, user_ids: readonly number[]): Promise<void> => say(db, user_ids, null)

/**
 * Tells open pages of these people, who must be allowed to know, that something on a task changed, once `db` is
 * committed.
 */
export const sayChange = (db: Db, user_ids: readonly number[], change: LiveChange): Promise<void> =>
  say(db, user_ids, change)

/**
 * Words are gathered briefly and sent outside of the transactions that caused them: on PostgreSQL a commit that
 * notifies waits for all others that do, and a class that submits at once must not wait like that.
 */
export const createLive = ({ database, log }: { database: Database; log: Logger }): Live => {
  const unread = new Set<number>()
  /** By what changed: a class whose results are released is one word. */
  let changes = new Map<string, { people: Set<number>; change: LiveChange }>()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  const send = async (user_ids: readonly number[], change: LiveChange | null): Promise<void> => {
    for (let at = 0; at < user_ids.length; at += PEOPLE_AT_ONCE) {
      const word: LiveWord = { id: randomUUID(), user_ids: user_ids.slice(at, at + PEOPLE_AT_ONCE), change }
      await database.notify(database.db, CHANNEL, JSON.stringify(word))
    }
  }

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    const [people, told] = [[...unread], [...changes.values()]]
    unread.clear()
    changes = new Map()
    try {
      await send(people, null)
      for (const { people, change } of told) await send([...people], change)
    } catch (error) {
      log.warn({ err: error }, 'open pages were not told of a change')
    }
  }

  queues.set(database.db.getExecutor().adapter, (user_ids, change) => {
    const key = JSON.stringify(change)
    const gathered = change ? (changes.get(key)?.people ?? new Set<number>()) : unread
    for (const id of user_ids) gathered.add(id)
    if (change) changes.set(key, { people: gathered, change })
    timer ??= setTimeout(() => void (sending = flush()), GATHER_MS).unref()
  })

  return {
    listen: (hear) =>
      database.listen(CHANNEL, (payload) => hear(payload === '' ? null : (JSON.parse(payload) as LiveWord))),
    flush,
    stop: async () => {
      if (timer) clearTimeout(timer)
      queues.delete(database.db.getExecutor().adapter)
      await sending
    },
  }
}
