import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { messagesAdmin, staffEventsPath } from '@tongchuang/contract/messages.admin.ts'
import { eventsPath, messages } from '@tongchuang/contract/messages.ts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { portOf } from '../http/port-of.ts'
import { notify, renewTodo } from '../messages/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

let letters: { to: string; text: string }[]
let post: SMTPServer
let school: School
let teacher: { id: number }
let guild: { id: number; name: string }
beforeEach(async () => {
  letters = []
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let source = ''
      stream.on('data', (piece: Buffer) => (source += piece.toString()))
      stream.on('end', () => {
        const [head = '', body = ''] = source.split(/\r\n\r\n(.*)/s)
        const text = /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : fromQuotedPrintable(body)
        letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: `${head}\n${text}` })
        done()
      })
    },
  })
  await new Promise<void>((ready) => post.listen(0, '127.0.0.1', () => ready()))
  const port = portOf(post.server)
  school = await testApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, baseUrl: 'https://school.example' } })
  const { db } = school.app
  const address = { email: 'chen@school.example', email_key: 'chen@school.example', email_confirmed: true }
  teacher = await aUser(db, { roles: ['student', 'teacher'], ...address })
  guild = await aGuild(db, { name: '数学建模组' })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
})
afterEach(async () => {
  await school.close()
  await new Promise<void>((closed) => post.close(() => closed()))
})

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const asStaff = (user = teacher) => school.as(user, { audience: 'admin', role: 'teacher' })
const box = async (input: { unread?: boolean } = {}) => (await asStaff()(messagesAdmin.list, input)).list
const appeal = (student = '司徒静怡', about = 'appeal:1') =>
  notify(school.app.db, {
    user_id: teacher.id,
    type: 'todo',
    kind: 'appeal.opened',
    data: { task: '让红绿灯更聪明', student },
    link: '/review/requests',
    about,
    guild_id: guild.id,
    now: school.clock.now(),
  })
const waiting = (count: number) =>
  renewTodo(school.app.db, {
    user_id: [teacher.id],
    kind: 'submission.new',
    data: { task: '食堂排队', student: '王小明', count },
    link: '/review?task=3',
    about: 'queue:3',
    guild_id: guild.id,
    now: school.clock.now(),
  })
const deliver = async () => {
  await school.app.jobs.run('messages.letters')
  await school.app.jobs.run('mail.deliver')
}

test('what a teacher is told as staff shows on the admin site alone, and what they are told as a student on the other', async () => {
  await appeal()
  const now = school.clock.now()
  await notify(school.app.db, {
    user_id: teacher.id,
    type: 'notice',
    kind: 'task.published',
    data: { task: '春天', guild: '诗社' },
    now,
  })
  const asStudent = school.as(teacher)
  expect((await asStudent(messages.list, {})).list.map(({ kind }) => kind)).toEqual(['task.published'])
  expect(await asStudent(messages.unread, {})).toMatchObject({ todo: 0, notice: 1, total: 1 })
  expect((await box()).map(({ kind }) => kind)).toEqual(['appeal.opened'])
  expect(await asStaff()(messagesAdmin.unread, {})).toEqual({ unread: 1 })

  await asStudent(messages.read, {})
  expect(await asStaff()(messagesAdmin.unread, {})).toEqual({ unread: 1 })
  await asStaff()(messagesAdmin.read, {})
  await asStudent(messages.clear, {})
  expect((await box()).map(({ unread }) => unread)).toEqual([false])
})

test('eight works of a task are one notice, which is new again with each of them', async () => {
  await waiting(1)
  await asStaff()(messagesAdmin.read, {})
  school.clock.move(60_000)
  await waiting(8)
  expect(await box()).toMatchObject([
    {
      kind: 'submission.new',
      topic: 'waiting',
      title: '8份作品在等批阅',
      content: '食堂排队',
      unread: true,
      link: '/review?task=3',
      guild: { id: guild.id, name: '数学建模组' },
    },
  ])
})

test('everything marked as read at once can be taken back, and what was read before stays read', async () => {
  await appeal('甲', 'appeal:1')
  await appeal('乙', 'appeal:2')
  const [, first] = await box()
  await asStaff()(messagesAdmin.read, { ids: [first!.id] })
  school.clock.move(5_000)
  const { unread, read_at } = await asStaff()(messagesAdmin.read, {})
  expect(unread).toBe(0)
  expect(await asStaff()(messagesAdmin.keepUnread, { read_at })).toEqual({ unread: 1 })
  expect((await box({ unread: true })).map(({ title }) => title)).toEqual(['乙对成绩有疑问'])
})

test('nobody reads or marks another’s notices', async () => {
  await appeal()
  const [own] = await box()
  const other = await aUser(school.app.db, { roles: ['teacher'] })
  expect((await asStaff(other)(messagesAdmin.list, {})).list).toEqual([])
  await asStaff(other)(messagesAdmin.read, { ids: [own!.id] })
  expect((await box())[0]).toMatchObject({ unread: true })
  // A user can only unmark what they marked themselves, even if others did so at the same moment.
  const { read_at } = await asStaff()(messagesAdmin.read, {})
  expect(await asStaff(other)(messagesAdmin.keepUnread, { read_at })).toEqual({ unread: 0 })
  expect((await box())[0]).toMatchObject({ unread: false })
})

test('a topic that is off, and a guild one is quiet for, stay out of the box; an appeal comes where only urgent things may', async () => {
  const send = asStaff()
  await send(messagesAdmin.hearGuild, { guild_id: guild.id, level: 'urgent' })
  await waiting(1)
  await appeal()
  expect((await box()).map(({ kind }) => kind)).toEqual(['appeal.opened'])
  // A renewed notification does not enter the box either.
  await waiting(2)
  expect(await box()).toHaveLength(1)
  await send(messagesAdmin.hearGuild, { guild_id: guild.id, level: 'none' })
  await appeal('乙', 'appeal:2')
  expect(await box()).toHaveLength(1)
  await send(messagesAdmin.hearGuild, { guild_id: guild.id, level: 'all' })
  await send(messagesAdmin.change, { topics: [{ topic: 'appeal', in_app: false, mail: 'never' }] })
  await appeal('丙', 'appeal:3')
  school.clock.move(1_000)
  await waiting(3)
  expect((await box()).map(({ kind }) => kind)).toEqual(['submission.new', 'appeal.opened'])
})

test('settings begin as they are for everybody, and one can be quiet for one’s own guilds alone', async () => {
  const { topics, guilds, mail, address } = await asStaff()(messagesAdmin.settings, {})
  expect(topics).toContainEqual({ topic: 'waiting', in_app: true, mail: 'daily' })
  expect(topics).toContainEqual({ topic: 'appeal', in_app: true, mail: 'now' })
  expect({ mail, address }).toEqual({ mail: true, address: 'chen@school.example' })
  expect(guilds).toMatchObject([{ guild: { id: guild.id }, role: 'teacher', level: 'all' }])
  const foreign = await aGuild(school.app.db)
  await expect(asStaff()(messagesAdmin.hearGuild, { guild_id: foreign.id, level: 'none' })).rejects.toMatchObject({
    reason: 'NOT_FOUND',
  })
})

test('what a colleague wants to hear is theirs: it changes nothing for another, and another changes nothing of it', async () => {
  const { db } = school.app
  const colleague = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: colleague.id, role: 'teacher' })
  const [mine, theirs] = [asStaff(), asStaff(colleague)]
  const off = { topic: 'waiting', in_app: false, mail: 'never' } as const
  await theirs(messagesAdmin.change, { topics: [off] })
  await theirs(messagesAdmin.hearGuild, { guild_id: guild.id, level: 'none' })
  const own = await mine(messagesAdmin.settings, {})
  expect(own.topics).toContainEqual({ topic: 'waiting', in_app: true, mail: 'daily' })
  expect(own.guilds).toMatchObject([{ level: 'all' }])
  await mine(messagesAdmin.hearGuild, { guild_id: guild.id, level: 'urgent' })
  const settings = await theirs(messagesAdmin.settings, {})
  expect(settings.topics).toContainEqual(off)
  expect(settings.guilds).toMatchObject([{ level: 'none' }])
  // A leaving staff member loses only their own settings.
  await theirs(guildPeople.removeStaff, { guild_id: guild.id, user_id: teacher.id })
  expect((await theirs(messagesAdmin.settings, {})).guilds).toMatchObject([{ level: 'none' }])
})

test('a letter to staff has no name of a student, and leads to the admin site', async () => {
  await appeal()
  await deliver()
  expect(letters.map(({ to }) => to)).toEqual(['chen@school.example'])
  const [{ text } = { text: '' }] = letters
  expect(text).toContain('有人申诉')
  expect(text).toContain('https://school.example/admin/review/requests')
  expect(text).not.toContain('司徒静怡')
})

test('works that wait come with the letter of the day, once, whatever was handed in', async () => {
  await waiting(1)
  await waiting(2)
  await deliver()
  expect(letters).toEqual([])
  school.clock.set('2026-10-12T10:05:00.000Z')
  await deliver()
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toContain('2份作品在等批阅')
  await deliver()
  expect(letters).toHaveLength(1)
})

test('at night no letter leaves to staff; in the morning it does, and a student’s goes at once', async () => {
  school.clock.set('2026-10-12T14:00:00.000Z')
  await appeal()
  await deliver()
  expect(letters).toEqual([])
  school.clock.set('2026-10-12T22:31:00.000Z')
  await deliver()
  expect(letters).toHaveLength(1)
})

test('what a teacher decides about letters holds for those that wait: never, at once, or not of a quiet guild', async () => {
  const set = (mail: 'now' | 'never') =>
    asStaff()(messagesAdmin.change, { topics: [{ topic: 'waiting', in_app: true, mail }] })
  await waiting(1)
  await set('never')
  await deliver()
  school.clock.set('2026-10-12T10:05:00.000Z')
  await deliver()
  expect(letters).toEqual([])
  school.clock.set('2026-10-12T14:00:00.000Z')
  await set('now')
  await waiting(2)
  await appeal()
  await asStaff()(messagesAdmin.hearGuild, { guild_id: guild.id, level: 'urgent' })
  school.clock.set('2026-10-12T22:31:00.000Z')
  await deliver()
  expect(letters.map(({ text }) => [text.includes('有人申诉'), text.includes('等批阅')])).toEqual([[true, false]])
})

test('a person who is no longer staff of a guild has none of its notices in the box', async () => {
  const colleague = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: colleague.id, role: 'teacher' })
  await appeal()
  await asStaff(colleague)(guildPeople.removeStaff, { guild_id: guild.id, user_id: teacher.id })
  expect(await box()).toEqual([])
})

test('an open page of the admin site hears of staff notices alone, and no session of the other site listens there', async () => {
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${portOf(school.app.http.server)}`
  const listen = (path: string, token: string) => fetch(url + path, { headers: { token } })
  const [staffToken, studentToken] = [
    await school.signIn(teacher, { audience: 'admin', role: 'teacher' }),
    await school.signIn(teacher),
  ]
  expect(await (await listen(staffEventsPath, studentToken)).json()).toMatchObject({ code: 50_008 })
  expect(await (await listen(eventsPath, staffToken)).json()).toMatchObject({ code: 50_008 })
  await appeal()
  const heard = async (path: string, token: string) => {
    const reader = (await listen(path, token)).body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('event: unread')) text += (await reader.read()).value ?? ''
    await reader.cancel()
    return /event: unread\ndata: (.*)/.exec(text)?.[1]
  }
  expect(await heard(staffEventsPath, staffToken)).toBe('{"message":0,"notice":0,"todo":1}')
  expect(await heard(eventsPath, studentToken)).toBe('{"message":0,"notice":0,"todo":0}')
})
