import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { readEvents } from './event-stream.ts'
import { currentLanguage } from './language.ts'

type Hear = (event: StreamEvent) => void
type Last = { id: string; failures: number }
type Options = {
  /** When the page began to hear, on the clock of `performance`. */
  begun: number
  /** Whose browser this is: another person gets a connection of their own. */
  user_id: number
  token: () => string | null
  /** The stream of this site. */
  path: string
  base: string
  hear: Hear
}

const firstPause = 1_000
const longestPause = 60_000
// What happened since the page was opened it has read, as long as that is this short a while ago.
const justOpened = 5_000
// The server gives a sign of life every 20 seconds.
const silence = 50_000

/** Not before this long, and never a whole class at the same moment. */
const pauseAfter = (failures: number): number =>
  Math.min(firstPause * 2 ** failures, longestPause) * (0.5 + Math.random())

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })

/** Reads one stream until it ends; answers whether another one makes sense. */
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
    // A refusal: every call of the page gets the same and says so.
    if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
      return answer.status >= 500
    // Nobody can say what was missed: another page has listened until now, or none.
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
    // The network: it comes back.
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

/** While the page is looked at: without locks every page has a stream of its own, and a browser has six connections. */
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
 * Hears what happens to somebody as it happens. One page of a browser holds the connection and tells the others; when it
 * closes another takes over. Answers how to stop.
 */
export const listenLive = (given: Omit<Options, 'begun'>): (() => void) => {
  const options = { ...given, begun: performance.now() }
  const stopped = new AbortController()
  const { signal } = stopped
  const stop = () => stopped.abort()
  // Only a page that came over https or from this machine has locks.
  if (!('locks' in navigator)) {
    whileVisible(options, signal)
    return stop
  }
  const name = `live:${options.base}${options.path}:${options.user_id}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => options.hear(data))
  const hear: Hear = (event) => {
    options.hear(event)
    // Only to the others: a page does not hear itself.
    channel.postMessage(event)
  }
  navigator.locks.request(name, { signal }, () => keepOpen({ ...options, hear }, signal)).catch(() => undefined)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  return stop
}
