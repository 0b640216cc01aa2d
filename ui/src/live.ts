import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { readEvents } from './event-stream.ts'
import { currentLanguage } from './language.ts'

type Hear = (event: StreamEvent) => void
type Last = { id: string; failures: number }
type Options = {
  /** When the page began to listen, in milliseconds of `performance.now()`. */
  begun: number
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
// Milliseconds. A page opened more recently has just read its data and has missed nothing.
const justOpened = 5_000
// Milliseconds without any event after which the connection counts as broken; the server sends a keep-alive every 20
// seconds.
const silence = 50_000

/** The delay before reconnecting, with a random factor so that browsers do not all reconnect at the same moment. */
const pauseAfter = (failures: number): number =>
  Math.min(firstPause * 2 ** failures, longestPause) * (0.5 + Math.random())

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })

/** Reads one stream until it ends; returns whether a reconnect makes sense. */
const readOnce = async (
  { token, base, path, hear, begun }: Options,
  last: Last,
  signal: AbortSignal,
): Promise<boolean> => {
  const mine = token()
  if (mine === null) return false
  const broken = new AbortController()
  const alarm = { timer: setTimeout(() => broken.abort(), silence) }
  let goesOn = true
  try {
    const headers: Record<string, string> = {
      token: mine,
      'accept-language': currentLanguage(),
      ...(last.id && { 'last-event-id': last.id }),
    }
    const answer = await fetch(base + path, { headers, signal: AbortSignal.any([signal, broken.signal]) })
    // A refusal: every call of the page gets the same one and reports it.
    if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
      return answer.status >= 500
    // It is unknown which events were missed, because another page, or none, has listened until now.
    if (last.id === '' && performance.now() - begun > justOpened) hear({ event: 'resync', data: {} })
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
      void keepOpen(options, AbortSignal.any([signal, open.signal]))
    }
  }
  look()
  document.addEventListener('visibilitychange', look, { signal })
}

/**
 * Receives events for a person as they happen. One page of a browser holds the connection and forwards them to the
 * others; when it closes, another takes over. Returns a function that stops.
 */
export const listenLive = (given: Omit<Options, 'begun'>): (() => void) => {
  const options = { ...given, begun: performance.now() }
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
  channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => options.hear(data))
  const hear: Hear = (event) => {
    options.hear(event)
    // The channel does not deliver to its own sender.
    channel.postMessage(event)
  }
  navigator.locks.request(name, { signal }, () => keepOpen({ ...options, hear }, signal)).catch(() => undefined)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  return stop
}
