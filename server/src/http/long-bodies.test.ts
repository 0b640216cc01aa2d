import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '../accounts/routes.ts'
import { rosterAdminRoutes } from '../roster/routes.admin.ts'
import { exampleRoutes, exampleSessions, exampleToken, postTo } from '../testing/example.ts'
import { envelope, expectEnvelope, lines, onTheWire } from '../testing/on-the-wire.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { shortBody } from './all-calls.ts'
import { maxFields } from './body.ts'
import { portOf } from './port-of.ts'
import { allowances } from './rate-limit.ts'

let school: School
let port: number
beforeAll(async () => {
  school = await testApp({
    features: [exampleRoutes, accountRoutes, rosterAdminRoutes],
    authenticate: exampleSessions,
    config: { https: true },
    limits: true,
  })
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(school.app.http.server)
})
afterAll(() => school.close())

const { raw, post } = onTheWire(() => ({ port }))
const save = postTo(() => school)

const inPieces = 'transfer-encoding: chunked'
const ofBytes = (count: number) => `content-length: ${count}`

test.each([
  ['a stranger', '/api/example/save', '', ofBytes(1_000_000), 200, 'NO_SESSION'],
  ['a stranger who does not say how much will come', '/api/example/save', '', inPieces, 200, 'NO_SESSION'],
  ['a stranger with a whole list of students', '/api/admin/roster/read', '', ofBytes(8_000_000), 200, 'NO_SESSION'],
  ['a student with a list of students', '/api/admin/roster/read', 'student', inPieces, 200, 'NO_SESSION'],
  ['a session that has ended', '/api/example/save', 'expired', ofBytes(1_000_000), 200, 'EXPIRED'],
  ['whoever logs in', '/api/user/login', '', ofBytes(1_000_000), 413, 'TOO_LARGE'],
  ['whoever logs in on the next machine', '/api/user/login', 'student', ofBytes(shortBody + 1), 413, 'TOO_LARGE'],
  ['somebody at an address there is not', '/api/nothing', '', ofBytes(1_000_000), 404, 'NO_ROUTE'],
  ['somebody at an address outside of the calls', '/nothing', '', ofBytes(1_000_000), 413, 'TOO_LARGE'],
])('%s is answered before a long body was read', async (_who, path, by, length, status, reason) => {
  // Only the head is sent: a server that waits for the body answers BUSY in half a minute.
  const head = [`POST ${path} HTTP/1.1`, 'host: x', 'connection: close', 'content-type: application/json', length]
  const answer = await raw(lines(...head, ...(by ? [`token: ${exampleToken(by)}`] : [])))
  expect([answer.status, envelope(answer.body).data.reason]).toEqual([status, reason])
})

test('a chunked log-in is refused with 413 once it is longer than a log-in can be', async () => {
  const head = ['POST /api/user/login HTTP/1.1', 'host: x', 'content-type: application/json', inPieces]
  const piece = `${(shortBody + 1).toString(16)}\r\n${'x'.repeat(shortBody + 1)}\r\n`
  const answer = await raw(lines(...head) + piece)
  expect(answer.status).toBe(413)
  expectEnvelope(answer, 'TOO_LARGE')
})

test('a long or chunked body is read whole and validated like any other', async () => {
  const long = JSON.stringify({ id: 1, title: 'x', body: `${' '.repeat(40_000)}` })
  expect(envelope((await post(long)).body).data.reason).toBe('INVALID')
  const spaced = `{"id":1,${' '.repeat(40_000)}"title":"雨天"}`
  expect(envelope((await post(spaced)).body)).toMatchObject({ code: 1, data: { title: '雨天' } })
  const short = '{"id":1,"title":"x"}'
  const head = ['POST /api/example/save HTTP/1.1', 'host: x', 'connection: close', 'content-type: application/json']
  const answer = await raw(
    lines(...head, inPieces, `token: ${exampleToken('student')}`) +
      `${short.length.toString(16)}\r\n${short}\r\n0\r\n\r\n`,
  )
  expect(envelope(answer.body)).toMatchObject({ code: 1, data: { title: 'x' } })
})

test('a body with more fields than any call takes is refused, and one with as many is read', async () => {
  const names = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1])))
  const body = `{"id":1,"title":"x","answers":${names(maxFields)}}`
  expect(await save('/api/example/save', body)).toMatchObject({ status: 400, code: 0, data: { reason: 'BODY' } })
  expect(await save('/api/example/save', `{"id":1,"title":"x","answers":${names(maxFields - 3)}}`)).toMatchObject({
    code: 1,
  })
})

test('a long body always counts towards the allowance, a short one only if it is valid', async () => {
  const wrong = (length: number) => JSON.stringify({ id: 1, title: 'x'.repeat(length) })
  school.clock.move(120_000)
  for (let time = 0; time <= allowances.write.person; time += 1)
    expect(await save('/api/example/save', wrong(30))).toMatchObject({ data: { reason: 'INVALID' } })
  for (let time = 0; time < allowances.write.person; time += 1)
    expect(await save('/api/example/save', wrong(40_000))).toMatchObject({ data: { reason: 'INVALID' } })
  expect(await save('/api/example/save', wrong(40_000))).toMatchObject({ status: 429, data: { reason: 'TOO_FAST' } })
})
