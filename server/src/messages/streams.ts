import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Ended, StreamEvent } from '@tongchuang/contract/messages.ts'
import type { Db } from '../db/schema.ts'
import type { Live, LiveWord } from '../live.ts'
import { createRecent } from './recent.ts'
import type { Unread } from './unread-store.ts'

type Reader = { user_id: number; session_id: number; expires_at: number }
type Stream = Reader & { response: ServerResponse }

/** The database queries of the streams: one for all readers, however many there are. */
export type StreamQuestions = {
  unreadOfAll: (db: Db, user_ids: readonly number[]) => Promise<Map<number, Unread>>
  /** Those of these sessions that are still valid. */
  stillOpen: (db: Db, session_ids: readonly number[], now: number) => Promise<Set<number>>
  /** Whether readers get other changes beside those of their boxes. */
  hearsChanges: boolean
}

/** What a reader has seen: everything up to an event, or what could be read when its page began, so many ms ago. */
export type Seen = { lastEventId: string | undefined; pageAge: number | undefined }

export type Streams = {
  /** Begins to hear the words of all processes, before the first reader asks for those of a moment ago. */
  listen: () => Promise<void>
  /** Writes events to a connection until it, its session or the server ends. */
  open: (reader: Reader, response: ServerResponse, seen: Seen) => Promise<void>
  readonly size: () => number
  stop: () => void
}

/** Maximum streams of one person, one for each browser; the oldest is ended. */
export const streamsOfOne = 6
/** Maximum streams of one process; beyond it a page polls. */
export const streamsOfAll = 5_000

const LOOK_MS = 500
const HEARTBEAT_MS = 20_000
const GATHER_MS = 100
const AGAIN_MS = 1_000
// How long the request of a page for its events may take.
const ON_THE_WAY_MS = 5_000
// How much a reader may leave unread before it counts as gone; after a reconnect it gets the current state.
const BACKLOG_BYTES = 32 * 1024

const frame = ({ event, data }: StreamEvent, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The open event streams of this process. One timer and one query serve them all. */
// oxlint-disable-next-line max-lines-per-function -- the readers, their timer and what was missed are one state, which nothing else may touch
export const createStreams = (parts: {
  db: Db
  live: Live
  clock: () => number
  log: Logger
  ask: StreamQuestions
}): Streams => {
  const { db, live, clock, log, ask } = parts
  const byUser = new Map<number, Set<Stream>>()
  const recent = createRecent()
  const changedBoxes = new Set<number>()
  let count = 0
  let listening: Promise<() => void> | null = null
  let looking: NodeJS.Timeout | null = null
  let gathering: NodeJS.Timeout | null = null
  let isTelling = false
  let lastHeartbeat = 0

  const all = function* (): Generator<Stream> {
    for (const streams of byUser.values()) yield* streams
  }

  const forget = (stream: Stream): void => {
    const streams = byUser.get(stream.user_id)
    if (!streams?.delete(stream)) return
    count -= 1
    if (streams.size === 0) byUser.delete(stream.user_id)
    if (count > 0 || !looking) return
    clearInterval(looking)
    looking = null
  }

  const write = (stream: Stream, text: string): void => {
    if (stream.response.writableLength > BACKLOG_BYTES) {
      forget(stream)
      stream.response.destroy()
    } else stream.response.write(text)
  }

  const end = (stream: Stream, why: Ended): void => {
    forget(stream)
    stream.response.end(frame({ event: 'end', data: { why } }))
  }

  const tellUnread = async (): Promise<void> => {
    const people = [...changedBoxes].filter((id) => byUser.has(id))
    changedBoxes.clear()
    if (people.length === 0) return
    try {
      const unread = await ask.unreadOfAll(db, people)
      for (const id of people) {
        const text = frame({ event: 'unread', data: unread.get(id) ?? { message: 0, notice: 0, todo: 0 } })
        for (const stream of byUser.get(id) ?? []) write(stream, text)
      }
    } catch (error) {
      log.warn({ err: error }, 'unread numbers wait for the database')
      for (const id of people) changedBoxes.add(id)
      await sleep(AGAIN_MS, undefined, { ref: false })
    }
  }

  // One after the other: of two at once the earlier number could arrive last, and would stay.
  const gather = (): void => {
    if (gathering || isTelling) return
    gathering = setTimeout(() => {
      gathering = null
      isTelling = true
      void tellUnread().finally(() => {
        isTelling = false
        if (changedBoxes.size > 0) gather()
      })
    }, GATHER_MS).unref()
  }

  const hear = (word: LiveWord | null): void => {
    if (!word) {
      recent.forget()
      for (const stream of all()) {
        changedBoxes.add(stream.user_id)
        write(stream, frame({ event: 'resync', data: {} }))
      }
      gather()
      return
    }
    const { id, user_ids, change } = word
    if (!change) {
      for (const user_id of user_ids) if (byUser.has(user_id)) changedBoxes.add(user_id)
      if (changedBoxes.size > 0) gather()
      return
    }
    if (!ask.hearsChanges) return
    recent.add(word)
    const text = frame({ event: 'change', data: change }, id)
    for (const user_id of user_ids) for (const stream of byUser.get(user_id) ?? []) write(stream, text)
  }

  /** Ends the streams whose sessions have ended; now and then sends the others a heartbeat. */
  const look = async (): Promise<void> => {
    const now = clock()
    const open = await ask.stillOpen(
      db,
      [...all()].map(({ session_id }) => session_id),
      now,
    )
    for (const stream of [...all()])
      if (!open.has(stream.session_id)) end(stream, stream.expires_at <= now ? 'expired' : 'session')
    if (performance.now() - lastHeartbeat < HEARTBEAT_MS) return
    lastHeartbeat = performance.now()
    // The heartbeat carries the id, so that a reader that reconnects after a quiet hour can show that it has missed
    // nothing.
    const text = recent.last() ? `id: ${recent.last()}\n: alive\n\n` : ': alive\n\n'
    for (const stream of [...all()]) write(stream, text)
  }

  const listen = (): Promise<() => void> => {
    listening ??= live.listen(hear).then((leave) => {
      recent.forget()
      return leave
    })
    return listening
  }

  /** The changes a reader has not seen, each once; null where that is not known. */
  const missedBy = (user_id: number, { lastEventId, pageAge }: Seen): LiveWord[] | null => {
    if (lastEventId === undefined && pageAge === undefined) return []
    const missed =
      lastEventId === undefined
        ? recent.ofLast((pageAge ?? 0) + ON_THE_WAY_MS, user_id)
        : recent.since(lastEventId, user_id)
    return missed && [...new Map(missed.map((word) => [JSON.stringify(word.change), word])).values()]
  }

  const begin = (): void => {
    let isLooking = false
    looking ??= setInterval(() => {
      if (isLooking) return
      isLooking = true
      void look()
        .catch((error: unknown) => log.warn({ err: error }, 'streams wait for the database'))
        .finally(() => {
          isLooking = false
        })
    }, LOOK_MS).unref()
  }

  return {
    listen: async () => void (await listen()),
    open: async (reader, response, seen) => {
      const stream: Stream = { ...reader, response }
      const mine = byUser.get(reader.user_id) ?? new Set()
      const [oldest] = mine
      if (mine.size >= streamsOfOne && oldest) end(oldest, 'many')
      byUser.set(reader.user_id, mine.add(stream))
      count += 1
      response.once('close', () => forget(stream))
      response.on('error', () => forget(stream))
      // The connection closed while its session was looked up, so no close event will follow.
      if (response.destroyed) return forget(stream)
      begin()
      await listen()
      const missed = missedBy(reader.user_id, seen)
      if (missed === null) write(stream, frame({ event: 'resync', data: {} }))
      for (const { id, change } of missed ?? []) if (change) write(stream, frame({ event: 'change', data: change }, id))
      if (recent.last()) write(stream, `id: ${recent.last()}\n: here\n\n`)
      changedBoxes.add(reader.user_id)
      gather()
    },
    size: () => count,
    stop: () => {
      for (const stream of [...all()]) end(stream, 'stopping')
      if (gathering) clearTimeout(gathering)
      void listening?.then((leave) => leave())
    },
  }
}
