import pg from 'pg'
import { DatabaseUnavailable, isOutdatedPlan, isShutDown, translated } from './errors.ts'
import { plannedAnew, plannedOnceOptions } from './postgres-plans.ts'
import { send } from './postgres-query.ts'
import { streamOf, writeTogether } from './postgres-stream.ts'

type Settings = {
  /** The settings of a connection that begins with these options. */
  config: (options: string) => pg.ClientConfig
  /** The server's time limit for a statement. */
  timeoutMs: number
  /** The extra time after which a server that does not answer at all is given up. */
  graceMs: number
  onError: (error: Error) => void
}

type Asked = { text: string; values: readonly unknown[]; name: string | undefined }

type Reader = {
  client: pg.Client
  ready: Promise<unknown>
  inFlight: number
  /** When it last answered, or was first used after being idle. */
  heardAt: number
  isLost: boolean
  /** Whether it was silent for so long that its callers have no time left. */
  isSilent: boolean
}

// A long read delays those sent after it on the same connection: with two connections, every second read passes it.
const READERS = 2

/** Destroys the connection, so that reads still waiting for an answer fail. */
const cut = (reader: Reader): void => {
  reader.isSilent = true
  streamOf(reader.client).destroy()
}

/** The reader with the fewest reads in flight. */
const leastBusy = (readers: readonly Reader[]): Reader | undefined =>
  readers.reduce<Reader | undefined>((best, one) => (best && best.inFlight <= one.inFlight ? best : one), undefined)

const countsOf = (readers: readonly Reader[]): { open: number; idle: number } => ({
  open: readers.length,
  idle: readers.filter(({ inFlight }) => inFlight === 0).length,
})

/** Whether a connection is no longer usable: the server ended it, or the error did not come from the server. */
const hasEnded = (error: unknown): boolean => isShutDown(error) || !(error instanceof pg.DatabaseError)

const opened = ({ config, timeoutMs, onError }: Settings, lose: (reader: Reader) => void): Reader => {
  const client = new pg.Client({
    ...config(plannedOnceOptions),
    statement_timeout: timeoutMs,
    pipeline: true,
  } as pg.ClientConfig)
  const began = { ready: client.connect(), inFlight: 0, heardAt: performance.now() }
  const reader: Reader = { client, ...began, isLost: false, isSilent: false }
  // The callers that await it receive the error too; without a handler here it would end the process.
  reader.ready.catch(() => lose(reader))
  client.on('error', (error) => {
    lose(reader)
    onError(error)
  })
  client.on('end', () => lose(reader))
  return reader
}

/**
 * Connections shared by all reads outside of a transaction: statements are sent one after the other without waiting for
 * answers, at half the cost of a connection of one's own. For reads that are bounded and the same at each call; nothing
 * that changes a connection may be sent here.
 */
export const sharedReaders = (settings: Settings) => {
  const { timeoutMs, graceMs } = settings
  const readers: (Reader | undefined)[] = Array.from({ length: READERS }, () => undefined)
  let watch: NodeJS.Timeout | undefined
  let isClosed = false

  /** Takes a reader out of use; its reads in flight end with the connection. */
  const lose = (reader: Reader): void => {
    reader.isLost = true
    const at = readers.indexOf(reader)
    if (at >= 0) readers[at] = undefined
  }

  const begin = (at: number): Reader => {
    const reader = opened(settings, lose)
    readers[at] = reader
    return reader
  }

  const pick = (): Reader => {
    const best = leastBusy(readers.map((reader, at) => reader ?? begin(at)))
    if (best === undefined) throw new DatabaseUnavailable('there is no reader')
    return best
  }

  /** Cuts readers whose server has been silent longer than its own time limit and the grace period. */
  const look = (): void => {
    const now = performance.now()
    for (const reader of readers)
      if (reader && reader.inFlight > 0 && now - reader.heardAt > timeoutMs + graceMs) {
        lose(reader)
        cut(reader)
      }
    if (readers.every((reader) => reader === undefined || reader.inFlight === 0)) {
      clearInterval(watch)
      watch = undefined
    }
  }

  const ask = async <R extends pg.QueryResultRow>(reader: Reader, query: Asked): Promise<R[]> => {
    if (reader.inFlight === 0) reader.heardAt = performance.now()
    reader.inFlight += 1
    watch ??= setInterval(look, graceMs).unref()
    try {
      await reader.ready
      writeTogether(reader.client)
      const { text, values, name } = query
      const named = name === undefined ? undefined : plannedAnew(reader.client, name)
      return (await send<R>(reader.client, text, { values, name: named })).rows
    } finally {
      reader.inFlight -= 1
      reader.heardAt = performance.now()
      // It was taken out of use while other reads were in flight.
      if (reader.isLost && reader.inFlight === 0) reader.client.end().catch(() => {})
    }
  }

  return {
    read: async <R extends pg.QueryResultRow>(query: Asked): Promise<R[]> => {
      if (isClosed) throw new DatabaseUnavailable('the database is closed')
      const reader = pick()
      try {
        return await ask<R>(reader, query)
      } catch (error) {
        // Its prepared statements no longer fit a changed table, or its connection has ended: a read may be repeated on
        // another.
        if (reader.isSilent || !(isOutdatedPlan(error) || hasEnded(error))) throw translated(error)
        lose(reader)
        return ask<R>(pick(), query).catch((again: unknown) => {
          throw translated(again)
        })
      }
    },
    /** How many readers are open, and how many are idle. */
    counts: () => countsOf(readers.filter((reader) => reader !== undefined)),
    close: async (): Promise<void> => {
      isClosed = true
      clearInterval(watch)
      await Promise.all(readers.map((reader) => reader?.client.end().catch(() => {})))
    },
  }
}
