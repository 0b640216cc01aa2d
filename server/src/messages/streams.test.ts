import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { portOf } from '../http/port-of.ts'
import { sayUnread } from '../live.ts'
import { silentLog } from '../log.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { createStreams, type StreamQuestions } from './streams.ts'

type Ask = StreamQuestions['unreadOfAll']

let school: School
let student: { id: number }
let ends: (() => void)[]

/** Opens the student's stream in a process whose numbers are asked in this way; the numbers that arrive. */
const hearing = async (unreadOfAll: Ask): Promise<number[]> => {
  const { db, live, clock } = school.app
  const ask: StreamQuestions = { unreadOfAll, stillOpen: async (_, ids) => new Set(ids), hearsChanges: false }
  const streams = createStreams({ db, live, clock, log: silentLog(), ask })
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const reader = { user_id: student.id, session_id: 1, expires_at: Number.MAX_SAFE_INTEGER }
    void streams.open(reader, response, { lastEventId: undefined, pageAge: undefined })
  })
  ends.push(
    streams.stop,
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/`)
  const heard: number[] = []
  const read = async () => {
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream()))
      for (const [, notice] of piece.matchAll(/"notice":(\d+)/g)) heard.push(Number(notice))
  }
  void read().catch(() => undefined)
  return heard
}

const numbers = (notice: number) => new Map([[student.id, { message: 0, notice, todo: 0 }]])

beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
  ends = []
})
afterEach(async () => {
  for (const end of ends) end()
  await school.close()
})

test('a student whose number was asked for while the database was slow has the newest one at the end', async () => {
  const { promise: isSlow, resolve: goOn } = Promise.withResolvers<void>()
  let times = 0
  const heard = await hearing(async () => {
    times += 1
    if (times > 1) return numbers(2)
    await isSlow
    return numbers(1)
  })
  await expect.poll(() => times).toBe(1)
  let timesElsewhere = 0
  await hearing(async () => {
    timesElsewhere += 1
    return numbers(0)
  })
  await expect.poll(() => timesElsewhere).toBe(1)
  await sayUnread(school.app.db, [student.id])
  await school.app.live.flush()
  // By then the slow process, which heard of it first, would have asked beside its first question.
  await expect.poll(() => timesElsewhere).toBe(2)
  expect(times).toBe(1)
  goOn()
  await expect.poll(() => heard).toEqual([1, 2])
})

test('a student hears the number once the database, which failed when it was asked, answers again', async () => {
  let times = 0
  const heard = await hearing(async () => {
    times += 1
    if (times === 1) throw new Error('the database is away')
    return numbers(3)
  })
  await expect.poll(() => heard).toEqual([3])
})
