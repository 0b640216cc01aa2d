import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { example, exampleRoutes, exampleSessions, exampleToken } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { metricsServer } from './serve.ts'

const token = 'a token of the monitoring'
let school: School
let product: string
let metrics: ReturnType<typeof metricsServer>
let address: string
beforeAll(async () => {
  school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions, config: { metricsToken: token } })
  metrics = metricsServer(school.app)
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  product = `http://127.0.0.1:${portOf(school.app.http.server)}`
  address = `http://127.0.0.1:${await metrics.listen(0)}`
})
afterAll(async () => {
  await metrics.close()
  await school.close()
})

const read = async (authorization = `Bearer ${token}`) => {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
/** The value of one line, found by the start of its name and labels; null if missing. */
const valueOf = (text: string, line: string): number | null => {
  const found = text.split('\n').find((one) => one.startsWith(line))
  return found === undefined ? null : Number(found.slice(found.lastIndexOf(' ') + 1))
}
const ask = async (path: string, init: RequestInit = {}) =>
  (await fetch(product + path, { ...init, headers: { token: exampleToken('student'), ...init.headers } })).text()
const post = (path: string, body: object) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

test('each call is counted by how it ended, and how long it took', async () => {
  await ask(example.hello.path)
  await ask(`${example.list.path}?guild_id=1`)
  await post(example.save.path, { id: 404, title: '作品' })
  await post(example.fault.path, {})
  await ask('/api/no-such-call')
  const { status, type, text } = await read()
  expect(status).toBe(200)
  expect(type).toContain('text/plain')
  const count = (method: string, call: string, outcome: string) =>
    valueOf(text, `tongchuang_requests_total{method="${method}",call="${call}",outcome="${outcome}"}`)
  expect(count('GET', example.hello.path, 'done')).toBe(1)
  expect(count('GET', example.list.path, 'done')).toBe(1)
  expect(count('POST', example.save.path, 'refused')).toBe(1)
  expect(count('POST', example.fault.path, 'fault')).toBe(1)
  expect(valueOf(text, `tongchuang_request_seconds_count{method="GET",call="${example.hello.path}"}`)).toBe(1)
  // An invented address gets no line of its own.
  expect(text).not.toContain('no-such-call')
})

test('the state of the database, of jobs, letters and the disk is there', async () => {
  const { text } = await read()
  expect(valueOf(text, 'tongchuang_database_up')).toBe(1)
  expect(valueOf(text, 'tongchuang_mails_waiting')).toBe(0)
  expect(valueOf(text, 'tongchuang_events_waiting')).toBe(0)
  expect(valueOf(text, 'tongchuang_disk_free_bytes')).toBeGreaterThan(0)
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).not.toBeNull()
  const connections = valueOf(text, 'tongchuang_database_connections{state="open"}')
  if (school.app.database.dialect === 'postgres') expect(connections).toBeGreaterThan(0)
  else expect(connections).toBeNull()
})

test('nobody reads it without the token, and nothing else is served there', async () => {
  expect((await read('')).status).toBe(401)
  expect((await read('Bearer wrong')).status).toBe(401)
  expect((await fetch(`${address}/api/user/site`)).status).toBe(404)
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
  // The server of the product does not serve it either.
  expect((await fetch(`${product}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
})

test('metrics of a database that does not answer say so, and all others are still served', async () => {
  school.clock.move(10_000)
  const { db } = school.app
  await sql`alter table mail_outbox rename to mail_outbox_away`.execute(db)
  try {
    const { status, text } = await read()
    expect(status).toBe(200)
    expect(valueOf(text, 'tongchuang_database_up')).toBe(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  } finally {
    await sql`alter table mail_outbox_away rename to mail_outbox`.execute(db)
  }
})
