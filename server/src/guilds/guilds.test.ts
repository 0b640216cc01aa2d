import { guilds } from '@tongchuang/contract/guilds.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'
import { guildAdminRoutes } from './routes.admin.ts'
import { guildRoutes } from './routes.ts'

let school: School
/** The membership events, as received by a later feature. */
let heard: string[]

beforeEach(async () => {
  heard = []
  const listen = (app: School['app']) => {
    app.events.on(
      'guild.joined',
      async (_db, { guild_id, user_id }) => void heard.push(`joined ${guild_id}:${user_id}`),
    )
    app.events.on('guild.left', async (_db, { guild_id, user_id }) => void heard.push(`left ${guild_id}:${user_id}`))
  }
  school = await testApp({ authenticate, features: [guildRoutes, guildAdminRoutes, listen] })
})
afterEach(() => school.close())

const membersOf = async (guild_id: number) => {
  const { member_count } = await school.app.db
    .selectFrom('guilds')
    .select('member_count')
    .where('id', '=', guild_id)
    .executeTakeFirstOrThrow()
  const rows = await school.app.db
    .selectFrom('guild_members')
    .select(['user_id', 'status', 'role'])
    .where('guild_id', '=', guild_id)
    .orderBy('id')
    .execute()
  return { member_count, rows }
}

test('a student joins an open guild once, however often the call is made', async () => {
  const { db } = school.app
  const [student, guild] = [await aUser(db), await aGuild(db)]
  const send = school.as(student)
  const joined = { guild_id: guild.id, name: guild.name, status: 'member' }
  expect(await send(guilds.join, { guild_id: guild.id })).toEqual(joined)
  expect(await Promise.all([1, 2, 3].map(() => send(guilds.join, { guild_id: guild.id })))).toEqual([
    joined,
    joined,
    joined,
  ])
  expect(await membersOf(guild.id)).toEqual({
    member_count: 1,
    rows: [{ user_id: student.id, status: 'member', role: 'student' }],
  })
  expect(await send(guilds.names, {})).toEqual([
    { id: guild.id, name: guild.name, hue: 'tech', glyph: '', flag: 'shield-plain-tech' },
  ])
  await school.app.events.drain()
  expect(heard).toEqual([`joined ${guild.id}:${student.id}`])
})

test('of twenty students who want the last place at once, one gets it', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { capacity: 3 })
  for (const user of [await aUser(db), await aUser(db)]) await aMember(db, { guild_id: guild.id, user_id: user.id })
  const students = await Promise.all(Array.from({ length: 20 }, () => aUser(db)))
  const answers = await Promise.all(
    students.map((student) => reasonOf(school.as(student)(guilds.join, { guild_id: guild.id }))),
  )
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'FULL')).toHaveLength(19)
  const { member_count, rows } = await membersOf(guild.id)
  expect(member_count).toBe(3)
  expect(rows).toHaveLength(3)
})

test('one student who clicks twenty times takes one place', async () => {
  const { db } = school.app
  const [student, guild] = [await aUser(db), await aGuild(db, { capacity: 2 })]
  const send = school.as(student)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(guilds.join, { guild_id: guild.id })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['member']))
  expect((await membersOf(guild.id)).member_count).toBe(1)
})

test('an invite code alone opens a guild, also a hidden one, but neither a closed nor a full one', async () => {
  const { db } = school.app
  const send = school.as(await aUser(db))
  const hidden = await aGuild(db, { visibility: 'hidden', join_policy: 'code', invite_code: 'ABCD2345' })
  const closed = await aGuild(db, { join_policy: 'closed' })
  const full = await aGuild(db, { capacity: 0 })
  expect(await reasonOf(send(guilds.join, { code: closed.invite_code }))).toBe('GUILD_CLOSED')
  expect(await reasonOf(send(guilds.join, { code: full.invite_code }))).toBe('FULL')
  expect(await reasonOf(send(guilds.join, { code: 'ZZZZ9999' }))).toBe('INVITE')
  expect(await reasonOf(send(guilds.join, {}))).toBe('INVALID')
  expect(await send(guilds.join, { code: ' abcd-2345 ' })).toEqual({
    guild_id: hidden.id,
    name: hidden.name,
    status: 'member',
  })
})

test('a guild that asks for a code says so, and a wrong one is refused', async () => {
  const { db } = school.app
  const send = school.as(await aUser(db))
  const guild = await aGuild(db, { join_policy: 'code' })
  const other = await aGuild(db)
  expect(await reasonOf(send(guilds.join, { guild_id: guild.id }))).toBe('CODE')
  expect(await reasonOf(send(guilds.join, { guild_id: guild.id, code: other.invite_code }))).toBe('INVITE')
  expect((await send(guilds.join, { guild_id: guild.id, code: guild.invite_code })).status).toBe('member')
})

test('a hidden guild and one that is not there give the same answer to a stranger, byte for byte', async () => {
  const { db } = school.app
  const hidden = await aGuild(db, { visibility: 'hidden' })
  const token = await school.signIn(await aUser(db))
  for (const path of ['/api/student/join_guild', '/api/student/cancel_join', '/api/student/leave_guild']) {
    const ask = (guild_id: number) =>
      school.inject({ method: 'POST', url: path, headers: { token }, payload: { guild_id } })
    const [absent, forbidden] = [await ask(hidden.id + 999), await ask(hidden.id)]
    expect(forbidden.body).toBe(absent.body)
    expect(forbidden.statusCode).toBe(absent.statusCode)
    expect(forbidden.json()).toMatchObject({ code: 0, data: { reason: 'NOT_FOUND' } })
  }
})

test('whoever left a hidden guild finds it again by its code only', async () => {
  const { db } = school.app
  const [student, hidden] = [await aUser(db), await aGuild(db, { visibility: 'hidden' })]
  await aMember(db, { guild_id: hidden.id, user_id: student.id, status: 'left' })
  const send = school.as(student)
  expect(await reasonOf(send(guilds.join, { guild_id: hidden.id }))).toBe('NOT_FOUND')
  expect((await send(guilds.join, { guild_id: hidden.id, code: hidden.invite_code })).status).toBe('member')
})

test('a request waits for the staff, tells those who may answer, and can be taken back without a trace', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { join_policy: 'approval' })
  const [teacher, admitting, reviewing] = [
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { roles: ['assistant'] }),
    await aUser(db, { roles: ['assistant'] }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: admitting.id, role: 'assistant', can_admit: true })
  await aMember(db, { guild_id: guild.id, user_id: reviewing.id, role: 'assistant', can_review: true })
  await aMember(db, { guild_id: guild.id, user_id: (await aUser(db)).id, role: 'teacher', status: 'left' })
  const student = await aUser(db, { nickname: '小明' })
  const send = school.as(student)
  const pending = { guild_id: guild.id, name: guild.name, status: 'pending' }
  expect(await send(guilds.join, { guild_id: guild.id, message: '我想学' })).toEqual(pending)
  expect(await send(guilds.join, { guild_id: guild.id })).toEqual(pending)
  const told = () => db.selectFrom('messages').select(['user_id', 'kind', 'data']).orderBy('user_id').execute()
  expect((await told()).map(({ user_id }) => user_id)).toEqual([teacher.id, admitting.id])
  expect(JSON.parse((await told())[0]!.data)).toEqual({ guild: guild.name, student: '小明', message: '我想学' })
  expect((await membersOf(guild.id)).member_count).toBe(0)
  expect((await send(guilds.cancelJoin, { guild_id: guild.id })).status).toBe('none')
  expect((await send(guilds.cancelJoin, { guild_id: guild.id })).status).toBe('none')
  expect(await told()).toEqual([])
  expect((await membersOf(guild.id)).rows.filter(({ user_id }) => user_id === student.id)).toEqual([])
})

test('a student who waits gets in at once with the code', async () => {
  const { db } = school.app
  const [student, guild] = [await aUser(db), await aGuild(db, { join_policy: 'approval' })]
  await school.as(student)(guilds.join, { guild_id: guild.id })
  expect((await school.as(student)(guilds.join, { guild_id: guild.id, code: guild.invite_code })).status).toBe('member')
  expect((await membersOf(guild.id)).member_count).toBe(1)
})

test('a student who leaves frees the place and can join again, each with an event', async () => {
  const { db } = school.app
  const [student, other, guild] = [await aUser(db), await aUser(db), await aGuild(db, { capacity: 1 })]
  const send = school.as(student)
  await send(guilds.join, { guild_id: guild.id })
  expect(await reasonOf(school.as(other)(guilds.join, { guild_id: guild.id }))).toBe('FULL')
  expect((await send(guilds.leave, { guild_id: guild.id })).status).toBe('left')
  expect((await send(guilds.leave, { guild_id: guild.id })).status).toBe('left')
  expect((await membersOf(guild.id)).member_count).toBe(0)
  expect(await send(guilds.names, {})).toEqual([])
  expect((await send(guilds.join, { guild_id: guild.id })).status).toBe('member')
  await school.app.events.drain()
  expect(heard).toEqual([
    `joined ${guild.id}:${student.id}`,
    `left ${guild.id}:${student.id}`,
    `joined ${guild.id}:${student.id}`,
  ])
  expect(await reasonOf(school.as(other)(guilds.leave, { guild_id: guild.id }))).toBe('NOT_FOUND')
})

test('staff do not leave like students, and a former assistant comes back as a student without the switches', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const assistant = await aUser(db, { roles: ['student', 'assistant'] })
  const { id } = await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant', can_review: true })
  const send = school.as(assistant)
  expect(await reasonOf(send(guilds.leave, { guild_id: guild.id }))).toBe('ROLE')
  await db.updateTable('guild_members').set({ status: 'removed' }).where('id', '=', id).execute()
  await send(guilds.join, { guild_id: guild.id })
  const row = await db
    .selectFrom('guild_members')
    .select(['role', 'status', 'can_review'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ role: 'student', status: 'member', can_review: false })
})

test('anybody may look where a code leads: name, teacher and whether there is a place, nothing else', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { visibility: 'hidden', capacity: 1, hue: 'art', glyph: 'brush' })
  const [teacher, student] = [await aUser(db, { roles: ['teacher'], nickname: '周老师' }), await aUser(db)]
  await aMember(db, {
    guild_id: guild.id,
    user_id: (await aUser(db, { nickname: '吴老师' })).id,
    role: 'teacher',
    status: 'left',
  })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const shown = {
    guild_id: guild.id,
    name: guild.name,
    hue: 'art',
    glyph: 'brush',
    flag: 'shield-plain-tech',
    teacher: '周老师',
    member_count: 0,
    full: false,
  }
  expect(await school.send(guilds.invitePreview, { code: guild.invite_code.toLowerCase() })).toEqual(shown)
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  expect(await school.send(guilds.invitePreview, { code: guild.invite_code })).toEqual({
    ...shown,
    member_count: 1,
    full: true,
  })
  expect(await reasonOf(school.send(guilds.invitePreview, { code: 'ZZZZ9999' }))).toBe('INVITE')
})

test('guessing codes stops after ten a minute', async () => {
  const strict = await testApp({ authenticate, features: [guildRoutes], limits: true })
  try {
    const answers = []
    for (let at = 0; at < 12; at += 1)
      answers.push(await reasonOf(strict.send(guilds.invitePreview, { code: `ZZZZ99${at}` })))
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('INVITE'))
    expect(answers.slice(10)).toEqual(['TOO_FAST', 'TOO_FAST'])
  } finally {
    await strict.close()
  }
})
