import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { createUploadQueue } from './upload-queue.ts'
import type { Carrier, StoredUpload } from './upload-parts.ts'

const limits = { file_mb: 100 / 2 ** 20, max_files: 3 }

type Hear = Parameters<Carrier['start']>[2]

/** A device whose store outlives its pages, and a server that records uploads. */
const device = () => {
  const stored = new Map<string, StoredUpload>()
  const page = () => {
    const sending = new Map<string, { hear: Hear; from: string | null }>()
    const done: FileCard[] = []
    const abandoned: string[] = []
    const waiting: (() => void)[] = []
    const state = { done, abandoned, waiting, ids: 0, sending }
    const queue = createUploadQueue({
      carrier: {
        start: (file, url, hear) => {
          sending.set(file.name, { hear, from: url })
          return { stop: () => void sending.delete(file.name) }
        },
        abandon: (url) => void state.abandoned.push(url),
      },
      store: {
        // By key, and keys are random.
        all: async () => [...stored.values()].reverse(),
        put: async (upload) => void stored.set(upload.id, upload),
        remove: async (id) => void stored.delete(id),
        look: async () => undefined,
      },
      taken: () => state.done,
      done: (_card, _id, files) => void (state.done = files),
      newId: () => `${stored.size}-${(state.ids += 1)}`,
      later: (run) => {
        state.waiting.push(run)
        return () => undefined
      },
    })
    return { state, queue, hear: (name: string) => sending.get(name)!.hear }
  }
  return { stored, page }
}
const file = (name: string, size = 50) => new File([new Uint8Array(size)], name, { lastModified: 1 })
const card = (name: string) => sampleOf(FileCard, { id: Number.parseInt(name, 10), name, size: 50 })

test('two files are on their way at once, the third begins when one has arrived', () => {
  const { state, queue, hear } = device().page()
  queue.add([file('1.png'), file('2.png'), file('3.png')], limits)
  expect([...state.sending.keys()]).toEqual(['1.png', '2.png'])
  hear('1.png').ended({ kind: 'done', card: card('1.png') })
  expect(state.done.map(({ name }) => name)).toEqual(['1.png'])
  expect(queue.list().map(({ name, state: now }) => [name, now])).toEqual([
    ['2.png', 'running'],
    ['3.png', 'running'],
  ])
})

test('pages photographed in order stay in order, whichever arrives first, and so do those sent after a reload', async () => {
  const { page } = device()
  const before = page()
  const more = { ...limits, max_files: 9 }
  before.queue.add(
    ['5.png', '1.png', '4.png', '2.png', '3.png'].map((name) => file(name)),
    more,
  )
  const names = ({ state }: typeof before) => state.done.map(({ name }) => name)
  for (const name of ['1.png', '4.png', '5.png']) before.hear(name).ended({ kind: 'done', card: card(name) })
  expect(names(before)).toEqual(['5.png', '1.png', '4.png'])
  const after = page()
  after.state.done = before.state.done
  await after.queue.open()
  after.queue.add([file('6.png')], more)
  expect(after.queue.list().map(({ name }) => name)).toEqual(['2.png', '3.png', '6.png'])
  for (const name of ['3.png', '6.png', '2.png']) after.hear(name).ended({ kind: 'done', card: card(name) })
  expect(names(after)).toEqual(['5.png', '1.png', '4.png', '2.png', '3.png', '6.png'])
})

test('a file that a student moved by hand stays before those that arrive later', () => {
  const { state, queue, hear } = device().page()
  queue.add([file('1.png'), file('2.png'), file('3.png')], limits)
  for (const name of ['1.png', '2.png']) hear(name).ended({ kind: 'done', card: card(name) })
  state.done.reverse()
  hear('3.png').ended({ kind: 'done', card: card('3.png') })
  expect(state.done.map(({ name }) => name)).toEqual(['2.png', '1.png', '3.png'])
})

test.each([
  ['a program', file('a.exe'), 'type'],
  ['a large film', file('a.mp4', 101), 'size'],
  ['an empty file', file('a.png', 0), 'empty'],
])('%s is refused with its rule and nothing is sent', (_, chosen, rule) => {
  const { state, queue } = device().page()
  queue.add([chosen], limits)
  expect(queue.list()[0]).toMatchObject({ state: 'refused', problem: { rule } })
  expect(state.sending.size).toBe(0)
  expect(queue.pending()).toBe(0)
})

test('the fourth file of three is refused, and a refused one takes no place', () => {
  const { queue } = device().page()
  queue.add([file('a.exe'), file('1.png'), file('2.png'), file('3.png'), file('4.png')], limits)
  expect(queue.list().map(({ problem }) => problem && problem.rule)).toEqual(['type', null, null, null, 'count'])
})

test('where the school allows more files and smaller ones, a student adds as many, and none that is larger', () => {
  const { queue } = device().page()
  const more = { file_mb: 60 / 2 ** 20, max_files: 4 }
  queue.add([file('1.png'), file('2.png'), file('3.png', 61), file('3.png'), file('4.png'), file('5.png')], more)
  expect(queue.list().map(({ problem }) => problem && problem.rule)).toEqual([null, null, 'size', null, null, 'count'])
})

test('a file that is in the list already is said to be, on its way or arrived; once it was taken away it is taken again', () => {
  const { state, queue, hear } = device().page()
  queue.add([file('1.png'), file('1.png')], limits)
  const problems = () => queue.list().map(({ problem }) => problem && problem.rule)
  expect(problems()).toEqual([null, 'twice'])
  hear('1.png').ended({ kind: 'done', card: card('1.png') })
  queue.add([file('1.png'), file('1.png', 49)], limits)
  expect(problems()).toEqual(['twice', 'twice', null])
  expect(queue.pending()).toBe(1)
  state.done.length = 0
  expect(queue.add([file('1.png')], limits)).toHaveLength(1)
})

test('a server that takes no more for now is read in its own words, and asked again by itself', () => {
  const { queue, hear } = device().page()
  queue.add([file('1.png')], limits)
  hear('1.png').ended({ kind: 'broken', text: '磁盘满了' })
  expect(queue.list()[0]).toMatchObject({ state: 'broken', problem: { rule: 'network', text: '磁盘满了' } })
})

test('an upload broken at half goes on where it stopped, by itself', () => {
  const { state, queue, hear } = device().page()
  queue.add([file('1.png')], limits)
  hear('1.png').begun('/api/files/9')
  hear('1.png').progress(25)
  hear('1.png').ended({ kind: 'broken' })
  expect(queue.list()[0]).toMatchObject({ state: 'broken', sent: 25 })
  state.waiting[0]?.()
  expect(queue.list()[0]?.state).toBe('running')
  expect(state.sending.get('1.png')?.from).toBe('/api/files/9')
})

test('after a reload an upload goes on where it stopped, and one that was paused stays so', async () => {
  const { page } = device()
  const before = page()
  before.queue.add([file('1.png'), file('2.png')], limits)
  before.hear('1.png').begun('/api/files/9')
  before.queue.pause(before.queue.list()[1]!.id)
  const after = page()
  await after.queue.open()
  expect(after.queue.list().map(({ name, state }) => [name, state])).toEqual([
    ['1.png', 'running'],
    ['2.png', 'paused'],
  ])
  expect(after.state.sending.get('1.png')?.from).toBe('/api/files/9')
})

test('a file the browser has not kept is asked for, and choosing it again goes on', async () => {
  const { page, stored } = device()
  stored.set('a', {
    id: 'a',
    name: '1.png',
    size: 50,
    modified: 1,
    chosen: 1,
    url: '/api/files/9',
    sent: 25,
    file: null,
    paused: false,
  })
  const { queue, state } = page()
  await queue.open()
  expect(queue.list()[0]).toMatchObject({ state: 'choose', sent: 25 })
  queue.add([file('1.png')], limits)
  expect(queue.list()).toHaveLength(1)
  expect(state.sending.get('1.png')?.from).toBe('/api/files/9')
})

test('what a person takes away is given up on the server as well', () => {
  const { stored, page } = device()
  const { state, queue, hear } = page()
  queue.add([file('1.png')], limits)
  hear('1.png').begun('/api/files/9')
  queue.cancel(queue.list()[0]!.id)
  expect(state.abandoned).toEqual(['/api/files/9'])
  expect(queue.list()).toEqual([])
  expect(stored.size).toBe(0)
})

test('uploads that the network broke off continue when it is back; those the student paused stay paused', () => {
  const { queue, hear } = device().page()
  queue.add([file('1.png'), file('2.png')], limits)
  hear('1.png').ended({ kind: 'broken' })
  queue.pause(queue.list()[1]!.id)
  queue.resumeAll('broken')
  expect(queue.list().map(({ state }) => state)).toEqual(['running', 'paused'])
  queue.resumeAll('all')
  expect(queue.list().map(({ state }) => state)).toEqual(['running', 'running'])
})

test('an upload that the server has forgotten starts again; a refused one says why', () => {
  const { state, queue, hear } = device().page()
  queue.add([file('1.png')], limits)
  hear('1.png').ended({ kind: 'refused', text: 'gone', restart: true })
  expect(state.sending.get('1.png')?.from).toBeNull()
  hear('1.png').ended({ kind: 'refused', text: '空间不够', restart: false })
  expect(queue.list()[0]).toMatchObject({ state: 'refused', problem: { rule: 'server', text: '空间不够' } })
})

test('a student’s uploads stop at the end of the session and continue when the page is opened again, not before', async () => {
  const { page, stored } = device()
  const { state, queue, hear } = page()
  await queue.open()
  queue.add([file('1.png'), file('2.png'), file('3.png')], limits)
  hear('1.png').begun('/api/files/9')
  hear('2.png').ended({ kind: 'broken' })
  state.sending.delete('2.png')
  expect(queue.moving()).toBe(3)
  queue.rest()
  expect(state.sending.size).toBe(0)
  expect(queue.moving()).toBe(0)
  // A retry that was scheduled earlier.
  state.waiting[0]?.()
  expect(state.sending.size).toBe(0)
  await queue.open()
  expect(state.sending.get('1.png')?.from).toBe('/api/files/9')
  expect(queue.list()).toHaveLength(3)
  expect(stored.size).toBe(3)
})

test('coming back to the page takes up nothing twice, also not what arrives at that moment', async () => {
  const { page } = device()
  const before = page()
  before.queue.add([file('1.png')], limits)
  before.hear('1.png').begun('/api/files/9')
  const { queue, state, hear } = page()
  await queue.open()
  const again = queue.open()
  hear('1.png').ended({ kind: 'done', card: card('1.png') })
  await again
  await queue.open()
  expect(queue.list()).toEqual([])
  expect(state.done.map(({ name }) => name)).toEqual(['1.png'])
})

test('someone who pauses an upload is not told that it goes on', () => {
  const { queue } = device().page()
  queue.add([file('1.png'), file('2.png')], limits)
  queue.pause(queue.list()[0]!.id)
  expect(queue.moving()).toBe(1)
  expect(queue.pending()).toBe(2)
})
