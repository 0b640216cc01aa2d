import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { certificate, certificateKey } from '../testing/certificate.ts'
import { createOutboundFetch, OutboundFailure, type OutboundReason, type Resolve } from './outbound.ts'
import { isPublicTarget } from './public-targets.ts'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((done) => server.close(done))
})

const listening = async (server: Server): Promise<number> => {
  open.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return portOf(server)
}
/** A reachable server; returns its address. */
const aServer = async (listener: RequestListener): Promise<{ url: string; allow: string[]; port: number }> => {
  const port = await listening(createServer(listener))
  return { url: `http://127.0.0.1:${port}/`, allow: [`127.0.0.1:${port}`], port }
}
const loopback = [{ address: '127.0.0.1', family: 4 }]

const reasonOf = async (asked: Promise<Response>): Promise<OutboundReason | 'answered'> =>
  asked.then(
    () => 'answered' as const,
    (error: unknown) => {
      if (error instanceof OutboundFailure) return error.reason
      throw error
    },
  )

describe('a target', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.0.9',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001:0:1234::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    '2400:3200::1%eth0',
    'ff02::1',
    'school.example',
    '',
  ])('at %s is not on the open Internet', (address) => {
    expect(isPublicTarget(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2400:3200::1', '2606:4700::1111'])('at %s is', (address) => {
    expect(isPublicTarget(address)).toBe(true)
  })
})

test('an allowed server is asked by method, headers and body, and answers like fetch', async () => {
  const remote = await aServer((request, answer) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      answer.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
      answer.end(
        JSON.stringify({
          method: request.method,
          host: request.headers.host,
          type: request.headers['content-type'],
          body,
        }),
      )
    })
  })
  const answer = await createOutboundFetch({ allow: remote.allow })(remote.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'elsewhere.example' },
    body: '{"春":1}',
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.json()).toEqual({
    method: 'POST',
    host: `127.0.0.1:${remote.port}`,
    type: 'application/json',
    body: '{"春":1}',
  })
})

test('a target inside is refused however its address is written, and nothing is asked of it', async () => {
  let asked = 0
  const { port } = await aServer((_request, answer) => {
    asked += 1
    answer.end()
  })
  const fetch = createOutboundFetch({ allow: [] })
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '017700000001',
    'localhost',
  ]
  for (const host of hosts) expect([host, await reasonOf(fetch(`https://${host}:${port}/`))]).toEqual([host, 'PRIVATE'])
  expect(asked).toBe(0)
})

test('a name with one private address among public ones is refused', async () => {
  const resolve: Resolve = async () => [{ address: '8.8.8.8', family: 4 }, ...loopback]
  const fetch = createOutboundFetch({ allow: [], resolve })
  expect(await reasonOf(fetch('https://hooks.example/'))).toBe('PRIVATE')
})

test('a name that turns private after it was checked is not looked up again', async () => {
  let asked = 0
  const answers = [[{ address: '203.0.114.1', family: 4 }], loopback]
  const resolve: Resolve = async () => answers[Math.min(asked++, 1)]!
  const fetch = createOutboundFetch({ allow: [], resolve, timeoutMs: 300 })
  // The first lookup gives an unreachable address; a second lookup would give an address of this machine.
  expect(await reasonOf(fetch('https://hooks.example/'))).not.toBe('PRIVATE')
  expect(asked).toBe(1)
  expect(await reasonOf(fetch('https://hooks.example/'))).toBe('PRIVATE')
})

test('an allowance is for one host and one port', async () => {
  const remote = await aServer((_request, answer) => void answer.end('here'))
  const resolve: Resolve = async () => loopback
  const allow = [`hooks.example:${remote.port}`]
  const fetch = createOutboundFetch({ allow, resolve })
  const at = (host: string) => reasonOf(fetch(`http://${host}/`))
  expect(await at(`hooks.example:${remote.port}`)).toBe('answered')
  expect(await at(`HOOKS.example:${remote.port}`)).toBe('answered')
  expect(await at(`other.example:${remote.port}`)).toBe('INSECURE')
  expect(await at('hooks.example')).toBe('INSECURE')
  expect(await reasonOf(fetch(`https://127.0.0.1:${remote.port}/`))).toBe('PRIVATE')
})

test('a redirect is an answer, and is not followed', async () => {
  const remote = await aServer(
    (_request, answer) => void answer.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
  )
  const answer = await createOutboundFetch({ allow: remote.allow })(remote.url)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1/'])
})

test('an answer beyond 64 KB is cut off, one of 64 KB is read', async () => {
  const remote = await aServer((request, answer) => void answer.end('x'.repeat(Number(request.url!.slice(1)))))
  const fetch = createOutboundFetch({ allow: remote.allow })
  expect((await (await fetch(`${remote.url}65536`)).text()).length).toBe(65_536)
  expect(await reasonOf(fetch(`${remote.url}65537`))).toBe('TOO_LONG')
})

test('a request to a server that is silent or sends byte by byte ends at the timeout', async () => {
  const drips = await aServer((request, answer) => {
    if (request.url !== '/drip') return
    answer.writeHead(200)
    const timer = setInterval(() => answer.write('.'), 20)
    answer.on('close', () => clearInterval(timer))
  })
  const fetch = createOutboundFetch({ allow: drips.allow, timeoutMs: 200 })
  expect(await reasonOf(fetch(drips.url))).toBe('TIMEOUT')
  expect(await reasonOf(fetch(`${drips.url}drip`))).toBe('TIMEOUT')
})

test('a name server that does not answer costs one timeout and has an error of its own', async () => {
  const dead = createOutboundFetch({ allow: [], resolve: () => new Promise(() => {}), timeoutMs: 100 })
  expect(await reasonOf(dead('https://hooks.example/'))).toBe('TIMEOUT')
  const unknown = createOutboundFetch({ allow: [], resolve: async () => Promise.reject(new Error('ENOTFOUND')) })
  expect(await reasonOf(unknown('https://hooks.example/'))).toBe('UNKNOWN_HOST')
})

test('a request can be aborted by its caller', async () => {
  const silent = await aServer(() => {})
  const mine = new AbortController()
  const asked = createOutboundFetch({ allow: silent.allow })(silent.url, { signal: mine.signal })
  mine.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
})

test.each<[what: string, url: string, reason: OutboundReason]>([
  ['no address', 'hooks', 'ADDRESS'],
  ['a file', 'file:///etc/passwd', 'ADDRESS'],
  ['an address with a password', 'https://me:secret@hooks.example/', 'ADDRESS'],
  ['an address without TLS', 'http://8.8.8.8/', 'INSECURE'],
])('%s is refused', async (_what, url, reason) => {
  expect(await reasonOf(createOutboundFetch({ allow: [] })(url))).toBe(reason)
})

test('a refused connection and a server without HTTP have different errors', async () => {
  const port = await listening(createSocketServer((socket) => void socket.resume().end('220 mail.example ESMTP\r\n')))
  expect(await reasonOf(createOutboundFetch({ allow: [`127.0.0.1:${port}`] })(`http://127.0.0.1:${port}/`))).toBe(
    'NO_ANSWER',
  )
  await new Promise((done) => open.pop()?.close(done))
  expect(await reasonOf(createOutboundFetch({ allow: [`127.0.0.1:${port}`] })(`http://127.0.0.1:${port}/`))).toBe(
    'UNREACHABLE',
  )
})

test('with TLS the certificate is checked against the name, not the address', async () => {
  const heard: (string | undefined)[] = []
  const server = createTlsServer({ cert: certificate, key: certificateKey }, (request, answer) => {
    heard.push(request.headers.host)
    answer.end('here')
  })
  const port = await listening(server)
  const resolve: Resolve = async () => loopback
  const fetch = createOutboundFetch({ allow: [`hooks.example:${port}`, `other.example:${port}`], resolve })
  expect(await reasonOf(fetch(`https://hooks.example:${port}/`))).toBe('CERTIFICATE')
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, certificate])
  try {
    expect(await (await fetch(`https://hooks.example:${port}/`)).text()).toBe('here')
    expect(await reasonOf(fetch(`https://other.example:${port}/`))).toBe('CERTIFICATE')
  } finally {
    setDefaultCACertificates(known)
  }
  expect(heard).toEqual([`hooks.example:${port}`])
})
