import { pageAgeHeader } from '@tongchuang/contract/messages.ts'
import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { readEvents } from './event-stream.ts'
import { currentLanguage } from './language.ts'

type Hear = (event: StreamEvent) => void
type Last = { id: string; failures: number }
type Options = {
  /** The person logged in: another person gets a connection of their own. */
  user_id: number
  token: () => string | null
  /** The stream of this site. */
  path: string
  base: string
  hear: Hear
}

const firstPause = 1_000
const longestPause = 60_000
// How many events are kept for pages of the browser that are opened while this one holds the connection.
const mostKept = 100
// Milliseconds without any event after which the connection counts as broken; the server sends a keep-alive every 20
// seconds.
const silence = 50_000

/**
 * Milliseconds since the page began to load, before which it has read nothing. The clock of the page may stand still
 * while a computer sleeps.
 */
const pageAge = (): number => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin))

/** A signal that is aborted with either of two: `AbortSignal.any`, which phones of 2023 lack. */
const eitherOf = (...signals: readonly [AbortSignal, AbortSignal]): AbortSignal => {
  const both = new AbortController()
  for (const one of signals) {
    if (one.aborted) both.abort()
    one.addEventListener('abort', () => both.abort(), { once: true, signal: both.signal })
  }
  return both.signal
}

/** The delay before reconnecting, with a random factor so that browsers do not all reconnect at the same moment. */
const pauseAfter = (failures: number): number =>
  Math.min(firstPause * 2 ** failures, longestPause) * (0.5 + Math.random())

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })

/** Reads one stream until it ends; returns whether a reconnect makes sense. */
const readOnce = async ({ token, base, path, hear }: Options, last: Last, signal: AbortSignal): Promise<boolean> => {
  const mine = token()
  if (mine === null) return false
  const broken = new AbortController()
  const alarm = { timer: setTimeout(() => broken.abort(), silence) }
  let goesOn = true
  try {
    const headers: Record<string, string> = {
      token: mine,
      'accept-language': currentLanguage(),
      ...(last.id ? { 'last-event-id': last.id } : { [pageAgeHeader]: String(pageAge()) }),
    }
    const answer = await fetch(base + path, { headers, signal: eitherOf(signal, broken.signal) })
    // A refusal: every call of the page gets the same one and reports it.
    if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
      return answer.status >= 500
    await readEvents(answer.body, ({ id, event, data }) => {
      clearTimeout(alarm.timer)
      alarm.timer = setTimeout(() => broken.abort(), silence)
      last.id = id || last.id
      last.failures = 0
      if (event === '') return
      const told = { event, data: JSON.parse(data) as unknown } as StreamEvent
      if (told.event === 'end') goesOn = told.data.why === 'stopping'
      hear(told)
    })
  } catch {
    // A network failure: the caller reconnects.
  } finally {
    clearTimeout(alarm.timer)
    // Nothing hears this connection any more.
    broken.abort()
  }
  return goesOn
}

/** Keeps one stream open until `signal`. */
const keepOpen = async (options: Options, signal: AbortSignal): Promise<void> => {
  const last: Last = { id: '', failures: 0 }
  while (!signal.aborted) {
    if (!(await readOnce(options, last, signal))) return
    await wait(pauseAfter(last.failures), signal)
    last.failures += 1
  }
}

/**
 * Listens only while the page is visible: without locks every page has a stream of its own, and a browser has six
 * connections.
 */
const whileVisible = (options: Options, signal: AbortSignal): void => {
  let open: AbortController | null = null
  const look = () => {
    if (document.visibilityState === 'hidden') {
      open?.abort()
      open = null
    } else if (!open) {
      open = new AbortController()
      void keepOpen(options, eitherOf(signal, open.signal))
    }
  }
  look()
  document.addEventListener('visibilitychange', look, { signal })
}

/** What one page of a browser tells another: an event, or how old a page is that has just begun to listen. */
type Word = StreamEvent | { event: 'opened'; age: number }

/** What was heard lately, each once, for pages that begin to load before and to listen after it. */
const createHeard = () => {
  const kept = new Map<string, { event: StreamEvent; at: number }>()
  return {
    keep: (event: StreamEvent): void => {
      if (event.event === 'end') return
      const key = event.event === 'change' ? JSON.stringify(event.data) : event.event
      kept.delete(key)
      kept.set(key, { event, at: Date.now() })
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    },
    ofLast: (ms: number): StreamEvent[] =>
      [...kept.values()].flatMap(({ event, at }) => (at >= Date.now() - ms ? [event] : [])),
  }
}

/**
 * Receives events for a person as they happen. One page of a browser holds the connection and forwards them to the
 * others; when it closes, another takes over. Returns a function that stops.
 */
export const listenLive = (options: Options): (() => void) => {
  const stopped = new AbortController()
  const { signal } = stopped
  const stop = () => stopped.abort()
  // Locks exist only on https and on localhost.
  if (!('locks' in navigator)) {
    whileVisible(options, signal)
    return stop
  }
  const name = `live:${options.base}${options.path}:${options.user_id}`
  const channel = new BroadcastChannel(name)
  const heard = createHeard()
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.event !== 'opened') options.hear(data)
    // Only the page that holds the connection has kept anything.
    else for (const event of heard.ofLast(data.age)) channel.postMessage(event)
  })
  const hear: Hear = (event) => {
    heard.keep(event)
    options.hear(event)
    // The channel does not deliver to its own sender.
    channel.postMessage(event)
  }
  channel.postMessage({ event: 'opened', age: pageAge() } satisfies Word)
  navigator.locks.request(name, { signal }, () => keepOpen({ ...options, hear }, signal)).catch(() => undefined)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  return stop
}
