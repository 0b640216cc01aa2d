import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { setDisabled } from '../accounts/identity-store.ts'
import { setEmail } from '../accounts/store.ts'
import { portOf } from '../http/port-of.ts'
import { earn } from '../ledger/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { unsubscribe } from './settings-store.ts'
import { closeAbout, notify } from './store.ts'

type Received = { to: string; source: string; text: string }

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

let received: Received[]
let server: SMTPServer
let school: School
let student: { id: number }
beforeEach(async () => {
  received = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        const [headers = '', body = ''] = source.split(/\r\n\r\n(.*)/s)
        const text = /transfer-encoding: base64/i.test(headers)
          ? Buffer.from(body, 'base64').toString()
          : fromQuotedPrintable(body)
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', source, text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const port = portOf(server.server)
  school = await testApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, baseUrl: 'https://school.example' } })
  student = await aUser(school.app.db, {
    email: 'yu@school.example',
    email_key: 'yu@school.example',
    email_confirmed: true,
    nickname: '小雨',
  })
})
afterEach(async () => {
  await school.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const post = async () => {
  await school.app.jobs.run('messages.letters')
  await school.app.jobs.run('mail.deliver')
}
const published = (task: string, user_id = student.id) =>
  notify(school.app.db, {
    user_id,
    type: 'notice',
    kind: 'task.published',
    data: { task, guild: '诗社' },
    link: '/square/index',
    now: school.clock.now(),
  })
const returned = (task: string, user_id = student.id) =>
  notify(school.app.db, {
    user_id,
    type: 'todo',
    kind: 'submission.returned',
    data: { task, marks: 2, until: null },
    link: '/square/index',
    about: `enrolment:${task}`,
    now: school.clock.now(),
  })
const choose = (notices: { topic: 'tasks' | 'feedback' | 'due'; in_app: boolean; mail: boolean }[]) =>
  school.as(student)(profile.update, { notices })

test('a returned work is mailed at once, also late in the evening, with the way out of such letters', async () => {
  school.clock.set('2026-10-12T14:00:00.000Z') // 22:00 in Shanghai
  await returned('春天')
  await post()
  await post()
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toBe('yu@school.example')
  expect(received[0]?.text).toContain('老师请你修改2处')
  expect(received[0]?.text).toContain('https://school.example/square/index')
  expect(received[0]?.source).toMatch(/^List-Unsubscribe:\s+<https:\/\/school\.example\/unsubscribe\/[\w.-]+>/m)
  expect(received[0]?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
})

test('who is taken out of a guild reads it by mail at once, and a reminder of a teacher comes with the letter of the day', async () => {
  school.clock.set('2026-10-12T05:00:00.000Z') // 13:00 in Shanghai
  const notice = { user_id: student.id, type: 'notice', now: school.clock.now() } as const
  await notify(school.app.db, { ...notice, kind: 'guild.removed', data: { guild: '诗社' } })
  await notify(school.app.db, { ...notice, kind: 'task.reminded', data: { task: '春天', due_at: null } })
  await post()
  expect(received.map(({ text }) => text.includes('你已被移出公会'))).toEqual([true])
  school.clock.set('2026-10-12T12:00:00.000Z')
  await post()
  expect(received[1]?.text).toContain('老师提醒你提交')
})

test('what can wait comes in one letter a day, in the evening and never at night', async () => {
  await choose([{ topic: 'tasks', in_app: true, mail: true }])
  await published('一')
  await published('二')
  await post()
  school.clock.set('2026-10-12T14:00:00.000Z')
  await post()
  expect(received).toEqual([])
  school.clock.set('2026-10-13T10:05:00.000Z') // 18:05 the next day
  await post()
  expect(received.map(({ text }) => [text.includes('一'), text.includes('二')])).toEqual([[true, true]])
  await published('三')
  school.clock.move(3_600_000)
  await post()
  expect(received).toHaveLength(1)
  school.clock.move(24 * 3_600_000)
  await post()
  expect(received).toHaveLength(2)
  expect(received[1]?.text).toContain('三')
  expect(received[1]?.text).not.toContain('一')
})

test('who had the letter of a day while the clock was ahead has the letters of the days that come', async () => {
  await choose([{ topic: 'tasks', in_app: true, mail: true }])
  await published('一')
  school.clock.set('2027-10-12T10:05:00.000Z')
  await post()
  expect(received).toHaveLength(1)
  school.clock.set('2026-10-12T10:05:00.000Z')
  await published('二')
  await post()
  expect(received).toHaveLength(2)
  await published('三')
  await post()
  expect(received).toHaveLength(2)
})

test('what was read or is done is not mailed any more', async () => {
  await choose([{ topic: 'tasks', in_app: true, mail: true }])
  await published('一')
  await returned('春天')
  await school.as(student)(messages.read, {})
  await returned('夏天')
  await closeAbout(school.app.db, 'enrolment:夏天')
  school.clock.set('2026-10-12T10:05:00.000Z')
  await post()
  expect(received).toEqual([])
})

test('who wants no mail about a topic any more has none of what waited for the evening', async () => {
  await choose([
    { topic: 'tasks', in_app: true, mail: true },
    { topic: 'due', in_app: true, mail: true },
  ])
  await published('一')
  const about = { kind: 'task.reminded', data: { task: '二', due_at: null } } as const
  await notify(school.app.db, { user_id: student.id, type: 'todo', ...about, now: school.clock.now() })
  await choose([{ topic: 'tasks', in_app: true, mail: false }])
  school.clock.set('2026-10-12T10:05:00.000Z')
  await post()
  expect(received.map(({ text }) => [text.includes('一'), text.includes('二')])).toEqual([[false, true]])
})

test('a topic that is switched off is not in the box, nor counted, and may still come by mail', async () => {
  const send = school.as(student)
  const other = await aUser(school.app.db)
  await school.as(other)(profile.update, { notices: [{ topic: 'feedback', in_app: true, mail: false }] })
  await choose([{ topic: 'feedback', in_app: false, mail: true }])
  await returned('春天')
  await published('一')
  expect((await send(messages.list, {})).list.map(({ kind }) => kind)).toEqual(['task.published'])
  expect((await send(messages.unread)).total).toBe(1)
  await post()
  expect(received).toHaveLength(1)
  const { topics, mail } = await send(messages.settings)
  expect(mail).toBe('ready')
  expect(topics.find(({ topic }) => topic === 'feedback')).toEqual({ topic: 'feedback', in_app: false, mail: true })
  expect(topics.find(({ topic }) => topic === 'due')).toEqual({ topic: 'due', in_app: true, mail: true })
})

test('nobody without a confirmed address is mailed', async () => {
  const other = await aUser(school.app.db, {
    email: 'maybe@school.example',
    email_key: 'maybe@school.example',
    email_confirmed: false,
  })
  await returned('春天', other.id)
  await post()
  expect(received).toEqual([])
  expect((await school.as(other)(messages.settings)).mail).toBe('no_address')
})

test('a letter holds what its reader was told, and ending one’s letters ends nobody else’s', async () => {
  const other = await aUser(school.app.db, {
    email: 'lin@school.example',
    email_key: 'lin@school.example',
    email_confirmed: true,
  })
  await returned('春天')
  await returned('秋天', other.id)
  await post()
  expect(received.map(({ to, text }) => [to, text.includes('春天'), text.includes('秋天')]).toSorted()).toEqual([
    ['lin@school.example', false, true],
    ['yu@school.example', true, false],
  ])
  await returned('夏天')
  await returned('冬天', other.id)
  await unsubscribe(school.app.db, student.id)
  await post()
  expect(received.slice(2).map(({ to, text }) => [to, text.includes('冬天')])).toEqual([['lin@school.example', true]])
})

test('whoever ends all letters, changes their address or is shut out while the mail server is away hears as they are now', async () => {
  const { db, jobs, mail } = school.app
  const people = await Promise.all(
    ['stopped', 'moved', 'closed'].map((name) =>
      aUser(db, {
        ...{ email: `${name}@school.example`, email_key: `${name}@school.example`, email_confirmed: true },
      }),
    ),
  )
  for (const { id } of people) await returned('春天', id)
  await jobs.run('messages.letters')
  const [stopped, moved, closed] = people.map(({ id }) => id) as [number, number, number]
  await mail.queue(db, { to: 'stopped@school.example', user_id: stopped, subject: '回执', text: '收到了你的作品' })
  await unsubscribe(db, stopped)
  await setEmail(db, moved, 'new@school.example')
  await setDisabled(db, closed, true)
  await jobs.run('mail.deliver')
  expect(received.map(({ to, text }) => [to, text.includes('春天')]).toSorted()).toEqual([
    ['new@school.example', true],
    ['stopped@school.example', false],
  ])
})

test('the link in a letter ends all letters with one press and without a log-in; opening it alone changes nothing', async () => {
  await returned('春天')
  await post()
  const path = /https:\/\/school\.example(\/unsubscribe\/[\w.-]+)/.exec(received[0]?.text ?? '')?.[1] ?? ''
  expect((await school.inject(path)).body).toContain('<button>')
  expect((await school.as(student)(messages.settings)).topics.some(({ mail }) => mail)).toBe(true)
  await returned('夏天')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await school.inject({
    method: 'POST',
    url: path,
    payload: 'List-Unsubscribe=One-Click',
    headers: form,
  })
  expect(answer.statusCode).toBe(200)
  expect((await school.as(student)(messages.settings)).topics.some(({ mail }) => mail)).toBe(false)
  await post()
  expect(received).toHaveLength(1)
  const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const wrong of [forged, '/unsubscribe/1', `/unsubscribe/${student.id.toString(36)}.${'x'.repeat(43)}`])
    expect((await school.inject({ method: 'POST', url: wrong, payload: 'x', headers: form })).statusCode, wrong).toBe(
      404,
    )
})

test('likes of a day are one message the next morning', async () => {
  const { db } = school.app
  const zone = 'Asia/Shanghai'
  for (const actor of [5, 6])
    await db.transaction().execute((db) =>
      earn(db, {
        user_id: student.id,
        kind: 'liked',
        source_type: 'discussion',
        source_id: 1,
        actor,
        guild_id: null,
        now: school.clock.now(),
        zone,
      }),
    )
  await school.app.jobs.run('messages.likes')
  expect((await school.as(student)(messages.list, {})).total).toBe(0)
  school.clock.move(24 * 3_600_000)
  await school.app.jobs.run('messages.likes')
  await school.app.jobs.run('messages.likes')
  expect((await school.as(student)(messages.list, {})).list).toMatchObject([
    { type: 'message', title: '昨天收到2个赞' },
  ])
})
