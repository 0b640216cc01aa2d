import pg from 'pg'
import { DatabaseUnavailable, isOutdatedPlan, translated } from './errors.ts'

type Settings = {
  config: pg.ClientConfig
  /** What the server allows a statement. */
  timeoutMs: number
  /** So long after that a server that does not answer at all is given up. */
  graceMs: number
  onError: (error: Error) => void
}

type Reader = {
  client: pg.Client
  ready: Promise<unknown>
  inFlight: number
  /** When it last answered, or was first asked since it had nothing to answer. */
  heardAt: number
  isLost: boolean
}

// One long read holds up what was sent behind it: with two, every second read goes past it.
const READERS = 2

/**
 * Clients that whoever reads outside of a transaction shares: statements are sent one behind the other without waiting for
 * answers, at half of what a connection of one's own costs. For reads that are bounded and the same at each call; nothing
 * that changes a connection may be sent here.
 */
export const sharedReaders = (settings: Settings) => {
  const { config, timeoutMs, graceMs, onError } = settings
  const readers: (Reader | undefined)[] = Array.from({ length: READERS }, () => undefined)
  let watch: NodeJS.Timeout | undefined
  let isClosed = false

  /** No read is sent to it any more; those on their way end with the connection. */
  const lose = (reader: Reader): void => {
    reader.isLost = true
    const at = readers.indexOf(reader)
    if (at >= 0) readers[at] = undefined
  }

  const begin = (at: number): Reader => {
    const client = new pg.Client({ ...config, statement_timeout: timeoutMs, pipeline: true } as pg.ClientConfig)
    const reader: Reader = { client, ready: client.connect(), inFlight: 0, heardAt: performance.now(), isLost: false }
    // Heard by whoever waits for it; without one it would end the process.
    reader.ready.catch(() => lose(reader))
    client.on('error', (error) => {
      lose(reader)
      onError(error)
    })
    client.on('end', () => lose(reader))
    readers[at] = reader
    return reader
  }

  /** The one with the least on its way. */
  const pick = (): Reader => {
    let best: Reader | undefined
    for (let at = 0; at < READERS; at += 1) {
      const one = readers[at] ?? begin(at)
      if (best === undefined || one.inFlight < best.inFlight) best = one
    }
    if (best === undefined) throw new DatabaseUnavailable('there is no reader')
    return best
  }

  const drop = (reader: Reader): void => {
    lose(reader)
    // What still waits for an answer is told that the connection is gone.
    ;(reader.client as pg.Client & { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
  }

  /** A server that says nothing for longer than it allows itself is not waited for. */
  const look = (): void => {
    const now = performance.now()
    for (const reader of readers)
      if (reader && reader.inFlight > 0 && now - reader.heardAt > timeoutMs + graceMs) drop(reader)
    if (readers.every((reader) => reader === undefined || reader.inFlight === 0)) {
      clearInterval(watch)
      watch = undefined
    }
  }

  const ask = async <R extends pg.QueryResultRow>(reader: Reader, query: pg.QueryConfig): Promise<R[]> => {
    if (reader.inFlight === 0) reader.heardAt = performance.now()
    reader.inFlight += 1
    watch ??= setInterval(look, graceMs).unref()
    try {
      await reader.ready
      return (await reader.client.query<R>(query)).rows
    } finally {
      reader.inFlight -= 1
      reader.heardAt = performance.now()
      // Taken out of use while others still waited for it.
      if (reader.isLost && reader.inFlight === 0) reader.client.end().catch(() => {})
    }
  }

  return {
    read: async <R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<R[]> => {
      if (isClosed) throw new DatabaseUnavailable('the database is closed')
      const reader = pick()
      try {
        return await ask<R>(reader, query)
      } catch (error) {
        if (!isOutdatedPlan(error)) throw translated(error)
        // Its statements are of another table, or one that failed took those behind it along: another prepares them anew.
        lose(reader)
        try {
          return await ask<R>(pick(), query)
        } catch (again) {
          throw translated(again)
        }
      }
    },
    close: async (): Promise<void> => {
      isClosed = true
      clearInterval(watch)
      await Promise.all(readers.map((reader) => reader?.client.end().catch(() => {})))
    },
  }
}
