import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { createServer } from './server.ts'
import { exampleRoutes, exampleSessions, exampleToken } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let port: number
beforeAll(async () => {
  school = await testApp({
    features: [exampleRoutes],
    authenticate: exampleSessions,
    config: { https: true, trustProxy: 1 },
  })
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (school.app.http.server.address() as AddressInfo).port
})
afterAll(() => school.close())

/** Sends bytes as they are and reads until the server closes the connection. */
const raw = async (bytes: string | Buffer, to = port): Promise<{ status: number; head: string; body: string }> => {
  const socket = connect(to, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString()
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body }
}

const lines = (...head: string[]) => `${head.join('\r\n')}\r\n\r\n`
const token = `token: ${exampleToken('student')}`

const post = (body: string | Buffer, type: string | null = 'application/json', path = '/api/example/save') => {
  const bytes = Buffer.from(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    token,
    `content-length: ${bytes.length}`,
    'connection: close',
    ...(type === null ? [] : [`content-type: ${type}`]),
  ]
  return raw(Buffer.concat([Buffer.from(lines(...head)), bytes]))
}

const envelope = (body: string) =>
  JSON.parse(body) as { code: number; msg: string; time: number; data: { reason: string } }

const headersOfAll = [
  'content-security-policy: ',
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cross-origin-opener-policy: same-origin',
  'strict-transport-security: max-age=31536000; includesubdomains',
]

const expectEnvelope = (answer: { head: string; body: string }, reason: string) => {
  expect(envelope(answer.body)).toMatchObject({ code: 0, data: { reason } })
  expect(envelope(answer.body).msg).not.toBe('')
  for (const header of headersOfAll) expect(answer.head).toContain(header)
  expect(answer.head).toContain('content-type: application/json; charset=utf-8')
}

describe('requests that are no calls', () => {
  test.each([
    ['an unknown address', lines('GET /api/nothing HTTP/1.1', 'host: x', 'connection: close'), 404, 'NO_ROUTE'],
    [
      'a call by another method',
      lines('DELETE /api/example/save HTTP/1.1', 'host: x', 'connection: close'),
      404,
      'NO_ROUTE',
    ],
    ['another case', lines('GET /api/Example/hello HTTP/1.1', 'host: x', 'connection: close'), 404, 'NO_ROUTE'],
    ['a doubled slash', lines('GET //api/example/hello HTTP/1.1', 'host: x', 'connection: close'), 404, 'NO_ROUTE'],
    ['a slash at the end', lines('GET /api/example/hello/ HTTP/1.1', 'host: x', 'connection: close'), 404, 'NO_ROUTE'],
    ['a broken escape in the path', lines('GET /api/%zz HTTP/1.1', 'host: x', 'connection: close'), 400, 'BODY'],
    ['a method nobody knows', lines('BREW /api HTTP/1.1', 'host: x'), 400, 'BODY'],
    ['what is not HTTP', 'hello\r\n\r\n', 400, 'BODY'],
    ['a header beyond 16 KB', lines('GET / HTTP/1.1', 'host: x', `x: ${'y'.repeat(20_000)}`), 431, 'BODY'],
    [
      'an expectation nobody meets',
      lines('GET /api/example/hello HTTP/1.1', 'host: x', 'expect: tea', 'connection: close'),
      417,
      'BODY',
    ],
    [
      'a request with two lengths',
      lines('POST /api/example/save HTTP/1.1', 'host: x', 'content-length: 2', 'content-length: 3') + '{}',
      400,
      'BODY',
    ],
  ])('%s is answered in the envelope', async (_what, bytes, status, reason) => {
    const answer = await raw(bytes)
    expect(answer.status).toBe(status)
    expectEnvelope(answer, reason)
  })

  test('a request without a host is a request', async () => {
    expect((await raw(lines('GET /api/example/hello HTTP/1.1', 'connection: close'))).status).toBe(200)
  })

  test('an escaped letter in a path leads to the same call with the same demand', async () => {
    const answer = await raw(
      lines('PUT /api/example/%61ccept HTTP/1.1', 'host: x', 'content-length: 0', 'connection: close'),
    )
    expect(envelope(answer.body).code).toBe(50008)
  })
})

describe('bodies that cannot be read', () => {
  test.each([
    ['cut JSON', '{"id":1', 400, 'BODY'],
    ['a trailing comma', '{"id":1,}', 400, 'BODY'],
    ['__proto__', '{"id":1,"title":"x","__proto__":{"role":"admin"}}', 400, 'BODY'],
    ['constructor.prototype', '{"constructor":{"prototype":{"a":1}}}', 400, 'BODY'],
    ['nesting of 100,000', '['.repeat(100_000), 400, 'BODY'],
    ['nesting of 33 in order', `${'['.repeat(33)}${']'.repeat(33)}`, 400, 'BODY'],
    ['more than 1 MB', `{"body":"${'x'.repeat(1024 * 1024)}"}`, 413, 'TOO_LARGE'],
  ])('%s is refused', async (_what, body, status, reason) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    expectEnvelope(answer, reason)
  })

  test('broken UTF-8 is refused rather than stored as other characters', async () => {
    const answer = await post(
      Buffer.concat([Buffer.from('{"id":1,"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    )
    expect(answer.status).toBe(400)
    expectEnvelope(answer, 'BODY')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'nonsense',
    ';',
    'application\\json',
  ])('a body of type %s is refused with 415', async (type) => {
    const answer = await post('{"id":1,"title":"x"}', type)
    expect(answer.status).toBe(415)
    expectEnvelope(answer, 'BODY')
  })

  test('a body without a type is refused with 415', async () => {
    expect((await post('{"id":1,"title":"x"}', null)).status).toBe(415)
  })

  test.each([
    'application/json;',
    'application/json\t',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    ' application/json ; x=y',
  ])('a body of type "%s" is checked like any other', async (type) => {
    const answer = await post('{"id":1,"title":"x","role":"admin"}', type)
    expect(answer.status).toBe(200)
    expectEnvelope(answer, 'INVALID')
  })

  test('strings may hold brackets of any number', async () => {
    expect(envelope((await post(JSON.stringify({ id: 1, title: 'x', body: '[{"\\'.repeat(300) }))).body).code).toBe(1)
  })
})

describe('where a request comes from', () => {
  const addressOf = async (forwarded: string) => {
    const seen: string[] = []
    const app = await testApp({
      config: { trustProxy: 1 },
      features: [(inner) => inner.http.get('/address', (request) => ({ length: seen.push(request.ip) }))],
    })
    await app.inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } })
    await app.close()
    return seen[0]
  }

  test('behind one proxy the last address it wrote counts, whatever the client claims before it', async () => {
    expect(await addressOf('1.2.3.4, 9.9.9.9')).toBe('9.9.9.9')
  })

  test('without a proxy the header counts for nothing', async () => {
    const other = await testApp({
      features: [(inner) => inner.http.get('/address', (request) => ({ ip: request.ip }))],
    })
    const answer = await other.inject({ url: '/address', headers: { 'x-forwarded-for': '1.2.3.4' } })
    expect(answer.json()).toEqual({ ip: '127.0.0.1' })
    await other.close()
  })
})

describe('timeouts and overload', () => {
  test('a call that hangs is answered BUSY, and so is a body that does not come', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { timeoutMs: 60 },
    })
    http.get('/api/slow', () => new Promise(() => {}))
    http.post('/api/save', async () => 'never reached')
    await http.listen({ port: 0, host: '127.0.0.1' })
    const { port: own } = http.server.address() as AddressInfo
    for (const request of [
      lines('GET /api/slow HTTP/1.1', 'host: x', 'connection: close'),
      lines(
        'POST /api/save HTTP/1.1',
        'host: x',
        'connection: close',
        'content-type: application/json',
        'content-length: 9',
      ) + '{"a"',
    ]) {
      const answer = await raw(request, own)
      expect(answer.status).toBe(503)
      expect(answer.head).toContain('retry-after: 2')
      expect(envelope(answer.body).data.reason).toBe('BUSY')
    }
    await http.close()
  })

  test('an overloaded server turns people away at once, keeps its health routes open, and lets people in again', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { maxInFlight: 2 },
    })
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    http.get('/api/slow', () => gate.then(() => 'done'))
    http.get('/healthz', () => 'alive')
    await http.listen({ port: 0, host: '127.0.0.1' })
    const { port: own } = http.server.address() as AddressInfo
    const ask = (path: string) => raw(lines(`GET ${path} HTTP/1.1`, 'host: x', 'connection: close'), own)
    const inside = [ask('/api/slow'), ask('/api/slow')]
    const refused = await Promise.race([ask('/api/slow'), ...inside])
    expect(refused.status).toBe(503)
    expect(refused.head).toContain('retry-after: 2')
    expect((await ask('/healthz')).status).toBe(200)
    release()
    expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200])
    expect((await ask('/api/slow')).status).toBe(200)
    await http.close()
  })

  test('one turn of work does not grow without end: calls that wait behind it are turned away, pages are not', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { maxTurn: 20 },
    })
    http.get('/assets/page.css', async () => 'body {}')
    http.get('/api/busy', (_request, reply) => {
      const until = performance.now() + 15
      while (performance.now() < until);
      return reply.send('done')
    })
    // All of them in one turn: none of these waits for a socket.
    const page = '/assets/page.css'
    const [answers, files] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => http.inject('/api/busy'))),
      Promise.all([http.inject(page), http.inject(page)]),
    ])
    expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(statuses).toContain(503)
    await nextTurn()
    expect((await http.inject('/api/busy')).statusCode).toBe(200)
    await http.close()
  })
})

describe('other origins', () => {
  test('no page of another origin may call: there is no permission to ask for', async () => {
    const preflight = await raw(
      lines(
        'OPTIONS /api/example/save HTTP/1.1',
        'host: x',
        'origin: https://evil.example',
        'access-control-request-method: POST',
        'connection: close',
      ),
    )
    expect(preflight.status).toBe(404)
    const call = await raw(
      lines('GET /api/example/hello HTTP/1.1', 'host: x', 'origin: https://evil.example', 'connection: close'),
    )
    expect(call.status).toBe(200)
    for (const { head } of [preflight, call]) expect(head).not.toContain('access-control-')
    for (const header of headersOfAll) expect(call.head).toContain(header)
    expect(call.head).toContain('cache-control: no-store')
  })
})
