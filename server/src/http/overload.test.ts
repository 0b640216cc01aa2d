import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { connect, type Socket } from 'node:net'
import { fail } from '@tongchuang/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { createServer } from './server.ts'
import { exampleRoutes, exampleSessions } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { envelope, lines, onTheWire } from '../testing/on-the-wire.ts'
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

const { raw } = onTheWire(() => ({ port }))

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
    const own = portOf(http.server)
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
    const own = portOf(http.server)
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

  test('requests whose bodies do not come do not cause others to be refused: the oldest of them are ended', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { maxInFlight: 2, maxWaiting: 3 },
    })
    http.post('/api/save', async () => 'saved')
    http.get('/api/read', async () => 'read')
    await http.listen({ port: 0, host: '127.0.0.1' })
    const own = portOf(http.server)
    const post = (body: string, bytes: number) =>
      lines(
        'POST /api/save HTTP/1.1',
        'host: x',
        'connection: close',
        'content-type: application/json',
        `content-length: ${bytes}`,
      ) + body
    const held: { connection: Socket; givenUp: Promise<string> }[] = []
    for (let at = 0; at < 6; at += 1) {
      const connection = connect(own, '127.0.0.1')
      const givenUp = once(connection, 'data').then(([head]) => String(head).slice(0, 12))
      connection.write(post('{"a"', 99))
      held.push({ connection, givenUp })
      // During each of them one read and one save are served.
      for (const request of [lines('GET /api/read HTTP/1.1', 'host: x', 'connection: close'), post('{"a":1}', 7)])
        expect((await raw(request, own)).status).toBe(200)
    }
    expect(await Promise.all(held.slice(0, 3).map(({ givenUp }) => givenUp))).toEqual(Array(3).fill('HTTP/1.1 503'))
    for (const { connection } of held) connection.destroy()
    await http.close()
  })

  test(
    'the announced lengths of waiting bodies stay within a limit: the oldest request is ended',
    { timeout: 20_000 },
    async () => {
      const http = createServer({
        https: false,
        basePath: '',
        trustProxy: false,
        clock: Date.now,
        log: silentLog(),
        load: { maxWaitingBytes: 60_000, timeoutMs: 120_000 },
      })
      http.post('/api/save', async () => 'saved')
      await http.listen({ port: 0, host: '127.0.0.1' })
      const own = portOf(http.server)
      const post = (bytes: number) =>
        lines('POST /api/save HTTP/1.1', 'host: x', 'content-type: application/json', `content-length: ${bytes}`) +
        '{"a"'
      const held = Array.from({ length: 3 }, () => connect(own, '127.0.0.1'))
      const first = once(held[0] as Socket, 'data').then(([head]) => String(head).slice(0, 12))
      for (const connection of held) {
        connection.write(post(25_000))
        await expect.poll(() => connection.bytesWritten).toBeGreaterThan(0)
        await nextTurn()
      }
      expect(await first).toBe('HTTP/1.1 503')
      for (const connection of held) connection.destroy()
      await http.close()
    },
  )

  test('a person who downloads files without reading them holds a few for a short time, and others get theirs', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { maxSending: 2, maxStill: 300 },
    })
    const endless = async function* () {
      for (;;) yield Buffer.alloc(2 ** 16)
    }
    http.get<{ Params: { who: string } }>('/api/film/:who', (request, reply) => {
      http.load.sending(reply, Number(request.params.who), async () => true)
      return reply.send(Readable.from(endless()))
    })
    await http.listen({ port: 0, host: '127.0.0.1' })
    const own = portOf(http.server)
    /** Requests a film and reads only its beginning. */
    const begin = async (who: number) => {
      const connection = connect(own, '127.0.0.1')
      connection.write(lines(`GET /api/film/${who} HTTP/1.1`, 'host: x'))
      const [head] = (await once(connection, 'data')) as [Buffer]
      connection.pause()
      return { connection, status: head.toString().slice(9, 12) }
    }
    const asked = [await begin(1), await begin(1), await begin(1), await begin(2)]
    expect(asked.map(({ status }) => status)).toEqual(['200', '200', '503', '200'])
    await expect.poll(async () => (await begin(1)).status).toBe('200')
    http.server.closeAllConnections()
    await http.close()
  })

  test('a file goes on while it cannot be asked whether its reader may have it, and no further once they may not', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { askAgain: 20 },
    })
    const answers = [
      () => Promise.reject(new Error('the database is away')),
      () => Promise.reject(fail('BUSY')),
      () => Promise.resolve(true),
      () => Promise.reject(fail('NO_SESSION')),
    ]
    http.get('/api/film', (_request, reply) => {
      http.load.sending(reply, 1, () => answers.shift()!())
      return reply.send(Buffer.alloc(2 ** 25))
    })
    await http.listen({ port: 0, host: '127.0.0.1' })
    const connection = connect(portOf(http.server), '127.0.0.1')
    connection.write(lines('GET /api/film HTTP/1.1', 'host: x'))
    await once(connection, 'data')
    connection.pause()
    const open = () => new Promise<number>((tell) => http.server.getConnections((_error, count) => tell(count)))
    await expect.poll(open).toBe(0)
    expect(answers).toEqual([])
    connection.destroy()
    await http.close()
  })

  test('a connection whose client reads nothing of the answer is closed after a while', async () => {
    const http = createServer({
      https: false,
      basePath: '',
      trustProxy: false,
      clock: Date.now,
      log: silentLog(),
      load: { maxIdle: 300 },
    })
    http.get('/assets/page.js', (_request, reply) => reply.send(Buffer.alloc(2 ** 25)))
    await http.listen({ port: 0, host: '127.0.0.1' })
    const connection = connect(portOf(http.server), '127.0.0.1')
    connection.write(lines('GET /assets/page.js HTTP/1.1', 'host: x'))
    await once(connection, 'data')
    connection.pause()
    const open = () => new Promise<number>((tell) => http.server.getConnections((_error, count) => tell(count)))
    await expect.poll(open).toBe(0)
    connection.destroy()
    await http.close()
  })

  test('calls that wait too long within one turn of the event loop are refused, and pages are not', async () => {
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
