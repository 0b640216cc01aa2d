import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/open.ts'
import { portOf } from '../http/port-of.ts'
import { createJobs, type Jobs } from '../jobs.ts'
import { silentLog } from '../log.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createMail, type Mail } from './mail.ts'
import { createOutbox } from './outbox.ts'

type Received = { to: string[]; from: string; source: string }
type Refuse = (address: string) => { code: number } | null

let database: TestDatabase
let now: number
let addresses: Map<number, string>
let closing: (() => Promise<void> | void)[]

beforeEach(async () => {
  now = 1_790_000_000_000
  database = await freshDatabase()
  addresses = new Map()
  closing = []
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  await database.close()
})

const recipients = ({ envelope }: SMTPServerSession) => envelope.rcptTo.map(({ address }) => address)

/** A mail server as a school has one. */
const mailServer = async ({ port = 0, refuse = () => null }: { port?: number; refuse?: Refuse } = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      const refusal = refuse(address)
      done(refusal && Object.assign(new Error('not now'), { responseCode: refusal.code }))
    },
    onData: (stream, session, done) => {
      void text(stream).then((source) => {
        received.push({
          to: recipients(session),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          source,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  closing.push(close)
  return { received, close, port: portOf(server.server) }
}

const addressOf = async (user_id: number): Promise<string | null> => addresses.get(user_id) ?? null

const post = (port: number, timeoutMs = 2000): { mail: Mail; jobs: Jobs; deliver: () => Promise<boolean> } => {
  const jobs = createJobs({ database, clock: () => now, log: silentLog() })
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: '同窗公会 <no-reply@school.example>' }
  const mail = createMail({ config, database, jobs, clock: () => now, log: silentLog(), addressOf, timeoutMs })
  closing.push(() => jobs.stop())
  return { mail, jobs, deliver: () => jobs.run('mail.deliver') }
}

const letter = { to: 'student@school.example', subject: '验证码 123456', text: '你的验证码是 123456，5 分钟内有效。\n' }
const outbox = () =>
  database.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'text', 'attempts', 'next_at', 'failed_at', 'failed_reason'])
    .orderBy('id')
    .execute()

test('a letter leaves once its transaction is committed, with its Chinese text whole, and its row is gone', async () => {
  const server = await mailServer()
  const { mail, deliver } = post(server.port)
  await database.db
    .transaction()
    .execute(async (db) => {
      await mail.queue(db, { ...letter, to: 'nobody@school.example' })
      throw new Error('no')
    })
    .catch(() => {})
  await database.db.transaction().execute((db) => mail.queue(db, letter))
  await deliver()
  expect(server.received).toMatchObject([{ to: ['student@school.example'], from: 'no-reply@school.example' }])
  const [headers = '', body = ''] = (server.received[0]?.source ?? '').split('\r\n\r\n')
  const encoding = /content-transfer-encoding: (\S+)/i.exec(headers)?.[1]
  expect(encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body).toContain('你的验证码是 123456')
  expect(headers).toMatch(/^From: =\?UTF-8\?.* <no-reply@school\.example>$/m)
  expect(headers).toMatch(/^Message-ID: <[\w-]+@school\.example>$/m)
  expect(await outbox()).toEqual([])
})

test('a code leaves before the letters of the day that were written before it', async () => {
  const server = await mailServer()
  const { mail, deliver } = post(server.port)
  for (let at = 0; at < 30; at += 1) await mail.queue(database.db, { ...letter, to: `s${at}@school.example` })
  await mail.queue(database.db, { ...letter, to: 'waits@school.example', good_until: now + 300_000 })
  await deliver()
  const order = server.received.map(({ to }) => to[0])
  expect(order).toHaveLength(31)
  // Three are sent at once.
  expect(order.indexOf('waits@school.example')).toBeLessThan(3)
})

test('a letter that was put off while the clock was a day ahead leaves today, one that waits its hour does not', async () => {
  const server = await mailServer()
  const { mail, deliver } = post(server.port)
  const putOff = async (to: string, by: number) => {
    await mail.queue(database.db, { ...letter, to })
    await database.db
      .updateTable('mail_outbox')
      .set({ next_at: now + by })
      .where('recipient', '=', to)
      .execute()
  }
  await putOff('tomorrow@school.example', 24 * 3_600_000)
  await putOff('soon@school.example', 3_600_000)
  await deliver()
  expect(server.received).toMatchObject([{ to: ['tomorrow@school.example'] }])
})

test('a running process sends a letter soon after its commit, without being asked', async () => {
  const server = await mailServer()
  const { mail, jobs } = post(server.port)
  await jobs.start()
  await mail.queue(database.db, letter)
  await expect.poll(() => server.received.length).toBe(1)
})

test('while the mail server is away a letter waits, and it arrives once when the server is back', async () => {
  const { port, close } = await mailServer()
  await close()
  const { mail, deliver } = post(port)
  await mail.queue(database.db, letter)
  await deliver()
  expect(await outbox()).toMatchObject([{ attempts: 1, next_at: now + 30_000, failed_at: null }])
  const server = await mailServer({ port })
  await deliver()
  expect(server.received).toEqual([])
  now += 30_000
  await deliver()
  await deliver()
  expect(server.received).toHaveLength(1)
  expect(await outbox()).toEqual([])
})

test('what was written to people while the mail server was away goes where they are reached when it is back, or nowhere', async () => {
  const { port, close } = await mailServer()
  await close()
  const { mail, deliver } = post(port)
  const people = ['old@school.example', 'out@school.example']
  for (const [at, to] of people.entries()) {
    addresses.set(at, to)
    await mail.queue(database.db, { ...letter, to, user_id: at })
  }
  await mail.queue(database.db, letter)
  await deliver()
  // One has got another address since, and the account of the other was closed.
  addresses = new Map([[0, 'new@school.example']])
  now += 30_000
  const server = await mailServer({ port })
  await deliver()
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(['new@school.example', 'student@school.example'])
  expect(await outbox()).toEqual([])
})

test('a code that had its time while the mail server was away is not sent any more', async () => {
  const { port, close } = await mailServer()
  await close()
  const { mail, deliver } = post(port)
  await mail.queue(database.db, { ...letter, good_until: now + 300_000 })
  await deliver()
  now += 300_000
  const server = await mailServer({ port })
  await deliver()
  expect([server.received, await outbox()]).toEqual([[], []])
})

test.each(['', '220 hello\r\n', '220 hello\r\n250 hello\r\n'])(
  'a mail server that falls silent after %j is given up in time, and the letter waits',
  async (said) => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      for (const line of said.split(/(?<=\n)/)) socket.write(line)
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { mail, deliver } = post(portOf(silent), 150)
    await mail.queue(database.db, letter)
    // Without the limit it would wait for ever.
    await deliver()
    expect(await outbox()).toMatchObject([{ attempts: 1, failed_at: null }])
  },
)

test('a letter a mail server asks to send later is tried again, and given up after a day', async () => {
  const server = await mailServer({ refuse: () => ({ code: 451 }) })
  const { mail, deliver } = post(server.port)
  await mail.queue(database.db, letter)
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await deliver()
    expect(await outbox()).toMatchObject([{ attempts: attempt, failed_at: null }])
    now += 3_600_000
  }
  now += 24 * 3_600_000
  await deliver()
  expect(await outbox()).toMatchObject([{ attempts: 7, failed_at: now, text: '' }])
})

test('an address that does not exist is given up after three tries and its code is not kept', async () => {
  const server = await mailServer({ refuse: (address) => (address.startsWith('nobody') ? { code: 550 } : null) })
  const { mail, deliver } = post(server.port)
  await mail.queue(database.db, { ...letter, to: 'nobody@school.example' })
  await mail.queue(database.db, letter)
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await deliver()
    now += 3_600_000
  }
  expect(server.received).toHaveLength(1)
  expect(await outbox()).toMatchObject([
    { recipient: 'nobody@school.example', attempts: 3, text: '', failed_at: now - 2 * 3_600_000 },
  ])
  now += 31 * 24 * 3_600_000
  await deliver()
  expect(await outbox()).toEqual([])
})

test('an address with a comma does not become two', async () => {
  const server = await mailServer()
  const { mail, deliver } = post(server.port)
  await mail.queue(database.db, { ...letter, to: 'a@school.example, b@school.example' })
  await mail.queue(database.db, { ...letter, subject: 'x\r\nBcc: c@school.example' })
  await deliver()
  const reached = server.received.flatMap(({ to }) => to)
  expect(reached).not.toContain('b@school.example')
  expect(reached).not.toContain('c@school.example')
})

test('processes that deliver at once send each letter once', async () => {
  const server = await mailServer()
  const { mail } = post(server.port)
  const others = await Promise.all([1, 2, 3].map(() => openDatabase({ url: database.url, dataDir: '' })))
  closing.push(async () => void (await Promise.all(others.map((other) => other.close()))))
  const people = Array.from({ length: 40 }, (_, index) => `s${index}@school.example`).toSorted()
  for (const to of people) await mail.queue(database.db, { ...letter, to })
  const parts = {
    clock: () => now,
    log: silentLog(),
    addressOf,
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    mailFrom: 'no-reply@school.example',
    timeoutMs: 5000,
  }
  await Promise.all(
    [database, ...others].map((on: Database) =>
      createOutbox({ ...parts, database: on })(now, { check: async () => {} }),
    ),
  )
  expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(people)
})

test('a site without a mail server says so', async () => {
  const jobs = createJobs({ database, clock: () => now, log: silentLog() })
  const mail = createMail({
    config: { smtpUrl: null, mailFrom: '' },
    database,
    jobs,
    clock: () => now,
    log: silentLog(),
    addressOf,
  })
  expect(mail.enabled).toBe(false)
  await expect(mail.queue(database.db, letter)).rejects.toThrow('without a mail server')
})
