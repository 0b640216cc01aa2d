// @vitest-environment happy-dom
import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenLive } from './live.ts'

/** The streams requested so far, each with what it was asked with, and ways to make it send and break. */
let streams: { asked: Record<string, string>; says: (text: string) => void; breaks: () => void }[] = []
let heard: StreamEvent['event'][] = []
let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  heard = []
  vi.stubGlobal('fetch', async (_path: string, { headers: asked }: { headers: Record<string, string> }) => {
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        streams.push({ asked, says: (text) => stream.enqueue(encoder.encode(text)), breaks: () => stream.close() })
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

const hear = ({ event }: StreamEvent) => void heard.push(event)
const options = { user_id: 5, token: () => 'mine', path: '/events', base: '', hear }

/** Listens in a browser that lets one page hold the line: another one does, until it is closed. */
const listen = (closed: Promise<void> = Promise.resolve()) => {
  const request = async (_name: string, _options: object, hold: () => Promise<unknown>) => closed.then(hold)
  vi.stubGlobal('navigator', { locks: { request }, language: 'zh-CN', languages: ['zh-CN'] })
  stop = listenLive(options)
}

/** The age of the page and the last event that the newest stream was asked with. */
const askedWith = () => {
  const { 'page-age': age, 'last-event-id': id } = streams.at(-1)?.asked ?? {}
  return { age: age === undefined ? null : Number(age), id: id ?? null }
}

test('a student whose page was just read asks for what happened since it began to load', async () => {
  const begun = performance.now()
  listen()
  await vi.advanceTimersByTimeAsync(100)
  expect(askedWith().id).toBeNull()
  expect(askedWith().age).toBeGreaterThanOrEqual(Math.floor(begun))
  streams[0]?.says('id: a\nevent: change\ndata: {"kind":"notes","task_id":7}\n\n')
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual(['change'])
})

test('a student whose line breaks before anything was heard asks again for all since the page began to load', async () => {
  listen()
  await vi.advanceTimersByTimeAsync(100)
  const { age } = askedWith()
  await vi.advanceTimersByTimeAsync(20_000)
  streams[0]?.breaks()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(streams).toHaveLength(2)
  expect(askedWith().age).toBeGreaterThanOrEqual(age! + 20_000)
})

test('a student whose line breaks with something heard before asks for what was missed since', async () => {
  listen()
  await vi.advanceTimersByTimeAsync(100)
  streams[0]?.says('id: a\n: here\n\n')
  await vi.advanceTimersByTimeAsync(20_000)
  streams[0]?.breaks()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(streams).toHaveLength(2)
  expect(askedWith()).toEqual({ age: null, id: 'a' })
})

test('a student who closes the window that held the line asks in the other one for what that may have missed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  listen(promise)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toEqual([])
  resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(askedWith().age).toBeGreaterThanOrEqual(60_000)
})

test('a student who opens a second window hears there what the first was told while it was loading', async () => {
  listen()
  await vi.advanceTimersByTimeAsync(100)
  streams[0]?.says('id: a\nevent: change\ndata: {"kind":"notes","task_id":7}\n\n')
  streams[0]?.says('id: b\nevent: change\ndata: {"kind":"notes","task_id":7}\n\n')
  await vi.advanceTimersByTimeAsync(100)
  const second: StreamEvent[] = []
  const request = () => new Promise(() => undefined)
  vi.stubGlobal('navigator', { locks: { request }, language: 'zh-CN', languages: ['zh-CN'] })
  const stopSecond = listenLive({ ...options, hear: (event) => void second.push(event) })
  await vi.waitFor(() => expect(second).toEqual([{ event: 'change', data: { kind: 'notes', task_id: 7 } }]))
  stopSecond()
})
