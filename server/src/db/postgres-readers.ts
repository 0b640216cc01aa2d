import pg from 'pg'
import { DatabaseUnavailable, isOutdatedPlan, isShutDown, translated } from './errors.ts'
import { plannedAnew, plannedOnceOptions } from './postgres-plans.ts'
import { streamOf, writeTogether } from './postgres-stream.ts'

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
  /** It said nothing for so long that whoever waited has no time left. */
  isSilent: boolean
}

// One long read holds up what was sent behind it: with two, every second read goes past it.
const READERS = 2

/** What still waits for an answer is told that the connection is gone. */
const cut = (reader: Reader): void => {
  reader.isSilent = true
  streamOf(reader.client).destroy()
}

/** The one with the least on its way. */
const leastBusy = (readers: readonly Reader[]): Reader | undefined =>
  readers.reduce<Reader | undefined>((best, one) => (best && best.inFlight <= one.inFlight ? best : one), undefined)

const countsOf = (readers: readonly Reader[]): { open: number; idle: number } => ({
  open: readers.length,
  idle: readers.filter(({ inFlight }) => inFlight === 0).length,
})

/** Whether a connection is of no use any more: the server ended it, or what came was nothing a server states. */
const hasEnded = (error: unknown): boolean => isShutDown(error) || !(error instanceof pg.DatabaseError)

const opened = ({ config, timeoutMs, onError }: Settings, lose: (reader: Reader) => void): Reader => {
  const client = new pg.Client({
    ...config,
    options: plannedOnceOptions,
    statement_timeout: timeoutMs,
    pipeline: true,
  } as pg.ClientConfig)
  const began = { ready: client.connect(), inFlight: 0, heardAt: performance.now() }
  const reader: Reader = { client, ...began, isLost: false, isSilent: false }
  // Heard by whoever waits for it; without one it would end the process.
  reader.ready.catch(() => lose(reader))
  client.on('error', (error) => {
    lose(reader)
    onError(error)
  })
  client.on('end', () => lose(reader))
  return reader
}

/**
 * Clients that whoever reads outside of a transaction shares: statements are sent one behind the other without waiting for
 * answers, at half of what a connection of one's own costs. For reads that are bounded and the same at each call; nothing
 * that changes a connection may be sent here.
 */
export const sharedReaders = (settings: Settings) => {
  const { timeoutMs, graceMs } = settings
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
    const reader = opened(settings, lose)
    readers[at] = reader
    return reader
  }

  const pick = (): Reader => {
    const best = leastBusy(readers.map((reader, at) => reader ?? begin(at)))
    if (best === undefined) throw new DatabaseUnavailable('there is no reader')
    return best
  }

  /** A server that says nothing for longer than it allows itself is not waited for. */
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

  const ask = async <R extends pg.QueryResultRow>(reader: Reader, query: pg.QueryConfig): Promise<R[]> => {
    if (reader.inFlight === 0) reader.heardAt = performance.now()
    reader.inFlight += 1
    watch ??= setInterval(look, graceMs).unref()
    try {
      await reader.ready
      writeTogether(reader.client)
      const { name } = query
      const named = name === undefined ? query : { ...query, name: plannedAnew(reader.client, name) }
      return (await reader.client.query<R>(named)).rows
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
        // Its statements are of a table as it was, or its connection has ended: a read may be sent again, on another.
        if (reader.isSilent || !(isOutdatedPlan(error) || hasEnded(error))) throw translated(error)
        lose(reader)
        return ask<R>(pick(), query).catch((again: unknown) => {
          throw translated(again)
        })
      }
    },
    /** How many of them there are, and how many have nothing to answer. */
    counts: () => countsOf(readers.filter((reader) => reader !== undefined)),
    close: async (): Promise<void> => {
      isClosed = true
      clearInterval(watch)
      await Promise.all(readers.map((reader) => reader?.client.end().catch(() => {})))
    },
  }
}
