// @vitest-environment happy-dom
import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenLive } from './live.ts'

/** The streams requested so far, each with ways to make it send and break. */
let streams: { says: (text: string) => void; breaks: () => void }[] = []
let heard: StreamEvent['event'][] = []
let stop = () => undefined as void

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  heard = []
  vi.stubGlobal('fetch', async () => {
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        streams.push({ says: (text) => stream.enqueue(encoder.encode(text)), breaks: () => stream.close() })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Listens in a browser that lets one page hold the line: another one does, until it is closed. */
const listen = (closed: Promise<void> = Promise.resolve()) => {
  const request = async (_name: string, _options: object, hold: () => Promise<unknown>) => closed.then(hold)
  vi.stubGlobal('navigator', { locks: { request }, language: 'zh-CN', languages: ['zh-CN'] })
  const hear = ({ event }: StreamEvent) => void heard.push(event)
  stop = listenLive({ user_id: 5, token: () => 'mine', path: '/events', base: '', hear })
}

test('a student whose line breaks before anything was heard reads anew what may have been missed', async () => {
  listen()
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  streams[0]?.breaks()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(streams).toHaveLength(2)
  expect(heard).toEqual(['resync'])
})

test('a student whose line breaks with something heard before is told by the server what was missed', async () => {
  listen()
  await vi.advanceTimersByTimeAsync(100)
  streams[0]?.says('id: a\n: here\n\n')
  await vi.advanceTimersByTimeAsync(20_000)
  streams[0]?.breaks()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(streams).toHaveLength(2)
  expect(heard).toEqual([])
})

test('a student who closes the window that held the line reads anew in the other one what may have been missed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  listen(promise)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toEqual([])
  resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual(['resync'])
})
