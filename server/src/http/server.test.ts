import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRoutes, exampleSessions } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { envelope, expectEnvelope, headersOfAll, lines, onTheWire } from '../testing/on-the-wire.ts'
import { portOf } from './port-of.ts'

let school: School
let port: number
beforeAll(async () => {
  school = await testApp({
    features: [exampleRoutes],
    authenticate: exampleSessions,
    config: { https: true, trustProxy: 1 },
  })
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(school.app.http.server)
})
afterAll(() => school.close())

const { raw, post } = onTheWire(() => ({ port }))

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
