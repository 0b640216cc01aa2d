import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUploadQueue } from './upload-queue.ts'
import { createTurns } from './upload-turn.ts'
import type { Carrier, StoredUpload } from './upload-parts.ts'
import { createWindowLocks } from './window-locks.ts'

const limits = { file_mb: 1, max_files: 9 }
type Hear = Parameters<Carrier['start']>[2]

let stored: Map<string, StoredUpload>
let waiting: (() => void)[]
/** What each window is sending: the name of the file, and where on the server it goes on. */
let sending: { window: string; name: string; from: string | null; hear: Hear }[]
beforeEach(() => {
  stored = new Map()
  waiting = []
  sending = []
  channels = []
})

/** What windows of a page without https tell each other. */
let channels: EventTarget[]
const soon = () => new Promise((resolve) => void setImmediate(resolve))
const ownLocks = (name: string) => {
  const channel = new EventTarget()
  channels.push(channel)
  const postMessage = (data: unknown) => {
    for (const other of channels)
      if (other !== channel) setImmediate(() => other.dispatchEvent(Object.assign(new Event('message'), { data })))
  }
  return createWindowLocks(Object.assign(channel, { postMessage }) as never, name, async () => {
    for (let turn = 0; turn < 3; turn += 1) await soon()
  })
}
let isSecure = true
const locksOf = (name: string) => (isSecure ? navigator.locks : ownLocks(name))

/** A window of one work: all of a browser have one store, and the locks of the browser or their own. */
const window = (name: string) => {
  const known = new Set<string>()
  const look = async (id: string) => (known.has(id) ? (stored.get(id) ?? null) : undefined)
  const files: FileCard[] = []
  const queue = createUploadQueue({
    carrier: {
      start: createTurns(
        {
          send: (file, from, _, hear) => {
            const one = { window: name, name: file.name, from, hear }
            sending.push(one)
            return () => void (sending = sending.filter((other) => other !== one))
          },
          look,
          locks: locksOf(name),
          later: (run) => run(),
        },
        {} as never,
      ),
      abandon: () => undefined,
    },
    store: {
      all: async () => {
        for (const id of stored.keys()) known.add(id)
        return [...stored.values()]
      },
      put: async (upload) => {
        stored.set(upload.id, upload)
        known.add(upload.id)
      },
      remove: async (id) => void stored.delete(id),
      look,
    },
    taken: () => files,
    done: (card) => void files.push(card),
    newId: () => crypto.randomUUID(),
    later: (run) => {
      waiting.push(run)
      return () => undefined
    },
  })
  return { queue, files, states: () => queue.list().map(({ state }) => state) }
}
const file = () => new File(['x'], '照片.png')
/** Waits until something is so, while uploads that broke off are tried again and again. */
const becomes = (so: () => boolean) =>
  vi.waitUntil(() => {
    for (const run of waiting.splice(0)) run()
    return so()
  })
const sent = () => sending.map((one) => `${one.window} ${one.from ?? 'anew'}`)
const arrives = () => sending.pop()!.hear.ended({ kind: 'done', card: sampleOf(FileCard, { id: 9, name: '照片.png' }) })

describe.each([
  ['https', true],
  ['plain http', false],
])('over %s', (_, secure) => {
  let first: ReturnType<typeof window>
  let second: ReturnType<typeof window>
  beforeEach(async () => {
    isSecure = secure
    first = window('first')
    first.queue.add([file()], limits)
    await vi.waitUntil(() => sending.length === 1)
    sending[0]?.hear.begun('/api/files/9')
    second = window('second')
    await second.queue.open()
  })
  afterEach(() => {
    for (const { queue } of [first, second]) for (const { id } of queue.list()) queue.cancel(id)
  })

  test('a file that one window is sending is not sent by another window of the same work, which waits for it', async () => {
    await vi.waitUntil(() => second.states().join() === 'broken')
    expect(sent()).toEqual(['first anew'])
    arrives()
    await vi.waitUntil(() => stored.size === 0)
    await becomes(() => second.states().length === 0)
    expect([sending, second.files]).toEqual([[], []])
  })

  test('what a window has not finished when it is closed goes on in the other where it had got to', async () => {
    await vi.waitUntil(() => second.states().join() === 'broken')
    first.queue.rest()
    await becomes(() => sent().join() === 'second /api/files/9')
  })

  test('what a student has paused in one window is not sent by the other until they say so there', async () => {
    await vi.waitUntil(() => second.states().join() === 'broken')
    const [upload] = first.queue.list()
    first.queue.pause(upload!.id)
    await becomes(() => second.states().join() === 'paused')
    expect(sending).toEqual([])
    second.queue.resume(upload!.id)
    await vi.waitUntil(() => sent().join() === 'second /api/files/9')
  })
})

test('of two windows that want to send at the same time without https, one does', async () => {
  const [one, other] = [ownLocks('one'), ownLocks('other')]
  const ran: boolean[] = []
  const over = Promise.withResolvers<void>()
  const run = async (lock: object | null) => {
    ran.push(lock !== null)
    if (lock) await over.promise
  }
  const both = [other, one].map((locks) => locks.request('upload:1', { ifAvailable: true }, run))
  await vi.waitUntil(() => ran.length === 2)
  expect(ran.toSorted()).toEqual([false, true])
  over.resolve()
  await Promise.all(both)
  await other.request('upload:1', { ifAvailable: true }, async (lock) => expect(lock).not.toBeNull())
})
