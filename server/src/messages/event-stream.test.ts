import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { eventsPath, messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { fieldOf } from '../fields.ts'
import { portOf } from '../http/port-of.ts'
import { sayChange } from '../live.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { notify } from './store.ts'
import { streamsOfOne } from './streams.ts'

type Heard = { id: string; event: string; data: unknown }
type Ear = {
  heard: Heard[]
  until: (enough: (heard: Heard[]) => boolean) => Promise<void>
  close: () => void
  readonly isOpen: boolean
  lastId: () => string
}

let school: School
let url: string
let student: { id: number }
let ears: Ear[]
const open = async () => {
  school = await testApp()
  ears = []
  student = await aUser(school.app.db)
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${portOf(school.app.http.server)}${eventsPath}`
}
const close = async () => {
  for (const ear of ears) ear.close()
  await school.close()
}
beforeEach(open)
afterEach(close)

/** Listens as a browser does. */
const listen = async (token: string, lastEventId?: string, pageAge?: number): Promise<Ear> => {
  const abort = new AbortController()
  const answer = await fetch(url, {
    headers: {
      token,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...(pageAge !== undefined && { 'page-age': String(pageAge) }),
    },
    signal: abort.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const heard: Heard[] = []
  const state = { heard, isOpen: true, lastId: '' }
  const read = async () => {
    let text = ''
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
        state.lastId = field('id') ?? state.lastId
        const event = field('event')
        if (event) state.heard.push({ id: state.lastId, event, data: JSON.parse(field('data') ?? 'null') })
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      state.isOpen = false
    })
  const ear: Ear = {
    heard: state.heard,
    until: async (enough) => {
      const began = performance.now()
      while (!enough(state.heard)) {
        if (performance.now() - began > 10_000) throw new Error(`heard only ${JSON.stringify(state.heard)}`)
        await sleep(10)
      }
    },
    close: () => abort.abort(),
    get isOpen() {
      return state.isOpen
    },
    lastId: () => state.lastId,
  }
  ears.push(ear)
  return ear
}

const tell = (user_id: number) =>
  school.app.db.transaction().execute((db) =>
    notify(db, {
      user_id,
      type: 'notice',
      kind: 'task.published',
      data: { task: '春天', guild: '诗社' },
      now: school.clock.now(),
    }),
  )

const unread =
  (notice: number) =>
  (heard: Heard[]): boolean => {
    const last = heard.findLast(({ event }) => event === 'unread')
    return fieldOf(last?.data, 'notice') === notice
  }

test('a student’s open pages get the number of unread notices without asking, and another’s do not', async () => {
  const other = await aUser(school.app.db)
  const token = await school.signIn(student)
  const [mine, second, theirs] = [await listen(token), await listen(token), await listen(await school.signIn(other))]
  await Promise.all([mine, second, theirs].map((ear) => ear.until(unread(0))))
  await tell(student.id)
  await tell(student.id)
  await Promise.all([mine, second].map((ear) => ear.until(unread(2))))
  await school.with(token)(messages.read, {})
  await mine.until(unread(0))
  expect(theirs.heard.filter(({ event }) => event === 'unread')).toHaveLength(1)
})

test('a change that was rolled back is told to no open page', async () => {
  const ear = await listen(await school.signIn(student))
  await ear.until(unread(0))
  const undone = school.app.db.transaction().execute(async (db) => {
    await sayChange(db, [student.id], { kind: 'discussion', task_id: 1 })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await sayChange(school.app.db, [student.id], { kind: 'discussion', task_id: 2 })
  await ear.until((heard) => heard.some(({ event }) => event === 'change'))
  expect(ear.heard.filter(({ event }) => event === 'change').map(({ data }) => data)).toEqual([
    { kind: 'discussion', task_id: 2 },
  ])
})

test('who comes back hears what was missed; who was away too long is told to read again', async () => {
  const { db } = school.app
  const token = await school.signIn(student)
  const first = await listen(token)
  // Only what comes after the stream is open is heard: the page has just loaded everything before.
  await first.until(unread(0))
  await sayChange(db, [student.id], { kind: 'discussion', task_id: 1 })
  await first.until((heard) => heard.some(({ event }) => event === 'change'))
  first.close()
  const lastId = first.lastId()
  await sayChange(db, [student.id], { kind: 'discussion', task_id: 2 })
  await sayChange(db, [student.id + 1], { kind: 'discussion', task_id: 3 })
  await school.app.live.flush()
  const again = await listen(token, lastId)
  await again.until((heard) => unread(0)(heard) && heard.some(({ event }) => event === 'change'))
  expect(again.heard.filter(({ event }) => event === 'change').map(({ data }) => data)).toEqual([
    { kind: 'discussion', task_id: 2 },
  ])
  expect(again.heard.some(({ event }) => event === 'resync')).toBe(false)
  const late = await listen(token, 'long-forgotten')
  await late.until((heard) => heard.some(({ event }) => event === 'resync'))
})

test('a student whose page was read just before something happened, and hears only just after, is told of it', async () => {
  await close()
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await open()
    const { db, live } = school.app
    const token = await school.signIn(student)
    const told = async (pageAge: number) => {
      const ear = await listen(token, undefined, pageAge)
      await ear.until(unread(0))
      return ear.heard.filter(({ event }) => event !== 'unread').map(({ event, data }) => ({ event, data }))
    }
    const happened = { event: 'change', data: { kind: 'discussion', task_id: 1 } }
    expect(await told(400)).toEqual([{ event: 'resync', data: {} }])
    vi.advanceTimersByTime(60_000)
    expect(await told(400)).toEqual([])
    await sayChange(db, [student.id], { kind: 'discussion', task_id: 1 })
    await sayChange(db, [student.id + 1], { kind: 'discussion', task_id: 2 })
    await sayChange(db, [student.id], { kind: 'discussion', task_id: 1 })
    await live.flush()
    await expect.poll(() => told(400)).toEqual([happened])
    // A page that was opened later has read it already.
    vi.advanceTimersByTime(20_000)
    expect([await told(400), await told(30_000)]).toEqual([[], [happened]])
    // What happened before this server began to hear, nobody knows.
    expect(await told(600_000)).toEqual([{ event: 'resync', data: {} }])
  } finally {
    vi.useRealTimers()
  }
})

test('a stream ends within a second of its session: logged out, ended elsewhere, expired', async () => {
  const [out, away, old] = [await school.signIn(student), await school.signIn(student), await school.signIn(student)]
  const [first, second, third] = [await listen(out), await listen(away), await listen(old)]
  await school.with(out)(accounts.logout)
  await first.until((heard) => heard.at(-1)?.event === 'end')
  expect(first.heard.at(-1)?.data).toEqual({ why: 'session' })
  const device = (await school.with(old)(accounts.devices)).find(({ current }) => !current)
  await school.with(old)(accounts.endDevice, { id: device!.id })
  await second.until((heard) => heard.at(-1)?.event === 'end')
  expect(third.isOpen).toBe(true)
  school.clock.move(25 * 3_600_000)
  await third.until((heard) => heard.at(-1)?.event === 'end')
  expect(third.heard.at(-1)?.data).toEqual({ why: 'expired' })
})

test('one person’s streams are few: the oldest gives way', async () => {
  const token = await school.signIn(student)
  const open = []
  for (let at = 0; at <= streamsOfOne; at += 1) open.push(await listen(token))
  await open[0]!.until((heard) => heard.at(-1)?.event === 'end')
  expect(open[0]!.heard.at(-1)?.data).toEqual({ why: 'many' })
  await tell(student.id)
  await Promise.all(open.slice(1).map((ear) => ear.until(unread(1))))
})

test('only the header opens a stream: no cookie, no query, no session of the admin site', async () => {
  const token = await school.signIn(student)
  const codeOf = async (request: Promise<Response>) => ((await (await request).json()) as { code: number }).code
  expect(await codeOf(fetch(url))).toBe(50008)
  expect(await codeOf(fetch(url, { headers: { cookie: `token=${token}` } }))).toBe(50008)
  expect(await codeOf(fetch(`${url}?token=${token}`))).toBe(50008)
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  expect(
    await codeOf(
      fetch(url, { headers: { token: await school.signIn(teacher, { audience: 'admin', role: 'teacher' }) } }),
    ),
  ).toBe(50008)
})

test('a server that stops does not wait for its readers', async () => {
  const ear = await listen(await school.signIn(student))
  await school.app.http.close()
  await ear.until((heard) => heard.at(-1)?.event === 'end')
})
