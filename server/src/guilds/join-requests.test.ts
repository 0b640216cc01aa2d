import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { storedValue } from '../db/stored-json.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'
import { guildAdminRoutes } from './routes.admin.ts'
import { guildRoutes } from './routes.ts'
import { messageAdminRoutes } from './routes.messages.admin.ts'
import { staffOf } from './scope-store.ts'
import { setGuildStatus } from './settings-store.ts'
import { isActiveStudent } from './store.ts'

let school: School
let guild: { id: number; name: string }
let teacher: { id: number }

beforeEach(async () => {
  school = await testApp({ authenticate, features: [guildRoutes, guildAdminRoutes, messageAdminRoutes] })
  guild = await aGuild(school.app.db, { join_policy: 'approval', capacity: 2 })
  teacher = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
})
afterEach(() => school.close())

const asStaff = (user: { id: number }, role: 'teacher' | 'assistant' | 'admin') =>
  school.as(user, { audience: 'admin', role })

const waiting = async (count: number) => {
  const students = []
  for (let at = 0; at < count; at += 1) {
    const student = await aUser(school.app.db, { nickname: `同学${at}`, real_name: `真名${at}` })
    await school.as(student)(guilds.join, { guild_id: guild.id, message: `请让我加入 ${at}` })
    school.clock.move(1000)
    students.push(student)
  }
  return students
}

test('a teacher sees requests to join, oldest first, admits one and refuses another, and both students are told', async () => {
  const [first, second] = await waiting(2)
  const send = asStaff(teacher, 'teacher')
  const page = await send(guildsAdmin.joinRequests, { guild_id: guild.id, limit: 1 })
  expect(page).toMatchObject({
    total: 2,
    list: [{ user_id: first!.id, nickname: '同学0', real_name: '真名0', message: '请让我加入 0' }],
  })
  const rest = await send(guildsAdmin.joinRequests, { guild_id: guild.id, limit: 1, after: page.next! })
  expect(rest).toMatchObject({ next: null, list: [{ user_id: second!.id }] })

  expect(
    await send(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids: [first!.id, teacher.id], admit: true }),
  ).toEqual({ answered: 1 })
  expect(await send(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids: [first!.id], admit: true })).toEqual({
    answered: 0,
  })
  expect(await send(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids: [second!.id], admit: false })).toEqual({
    answered: 1,
  })
  const { db } = school.app
  expect(await isActiveStudent(db, guild.id, first!.id)).toBe(true)
  expect(await isActiveStudent(db, guild.id, second!.id)).toBe(false)
  const told = await db.selectFrom('messages').select(['user_id', 'kind', 'data']).orderBy('id').execute()
  expect(told.map(({ user_id, kind, data }) => [user_id, kind, storedValue(data).admitted])).toEqual([
    [first!.id, 'join.answered', true],
    [second!.id, 'join.answered', false],
  ])
})

test('admitting more students than there are places admits none', async () => {
  const students = await waiting(3)
  const send = asStaff(teacher, 'teacher')
  const user_ids = students.map(({ id }) => id)
  expect(await reasonOf(send(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids, admit: true }))).toBe('FULL')
  expect((await send(guildsAdmin.joinRequests, { guild_id: guild.id })).total).toBe(3)
  expect(
    await send(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids: user_ids.slice(0, 2), admit: true }),
  ).toEqual({ answered: 2 })
})

test('requests to join an archived guild are hidden from its staff until it is active again', async () => {
  await waiting(2)
  const { db, events } = school.app
  const asked = async () =>
    (await asStaff(teacher, 'teacher')(messagesAdmin.list, {})).list.map(({ kind, content }) => [kind, content])
  const both = await asked()
  expect(both.map(([kind]) => kind)).toEqual(['join.asked', 'join.asked'])
  const put = async (status: 'active' | 'archived') => {
    await db.transaction().execute((db) => setGuildStatus(db, events, guild.id, status))
    await events.drain()
  }
  await put('archived')
  expect(await asked()).toEqual([])
  await put('active')
  expect(await asked()).toEqual(both)
})

test('two teachers who answer at once let each student in once', async () => {
  const students = await waiting(2)
  const user_ids = students.map(({ id }) => id)
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      asStaff(teacher, 'teacher')(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids, admit: true }),
    ),
  )
  expect(answers.map(({ answered }) => answered).toSorted()).toEqual([0, 0, 0, 2])
  const { member_count } = await school.app.db
    .selectFrom('guilds')
    .select('member_count')
    .where('id', '=', guild.id)
    .executeTakeFirstOrThrow()
  expect(member_count).toBe(2)
})

test('only the staff of the guild answer: others get what an absent guild gives, an assistant needs the switch', async () => {
  const { db } = school.app
  const [stranger, reviewer, admin] = [
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { roles: ['assistant'] }),
    await aUser(db, { roles: ['admin'] }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: reviewer.id, role: 'assistant', can_review: true })
  const [student] = await waiting(1)
  const answer = { guild_id: guild.id, user_ids: [student!.id], admit: true }
  expect(await reasonOf(asStaff(stranger, 'teacher')(guildsAdmin.answerJoin, answer))).toBe('NOT_FOUND')
  expect(await reasonOf(asStaff(stranger, 'teacher')(guildsAdmin.joinRequests, { guild_id: guild.id }))).toBe(
    'NOT_FOUND',
  )
  expect(await reasonOf(asStaff(stranger, 'teacher')(guildsAdmin.joinRequests, { guild_id: guild.id + 99 }))).toBe(
    'NOT_FOUND',
  )
  expect(await reasonOf(asStaff(reviewer, 'assistant')(guildsAdmin.answerJoin, answer))).toBe('ROLE')
  expect(await reasonOf(school.as(student!)(guildsAdmin.answerJoin, answer))).toBe('NO_SESSION')
  expect(await asStaff(admin, 'admin')(guildsAdmin.answerJoin, answer)).toEqual({ answered: 1 })
})

test('staff are what their membership says now: not those who left, and administrators everywhere', async () => {
  const { db } = school.app
  const [former, admin] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['admin'] })]
  await aMember(db, { guild_id: guild.id, user_id: former.id, role: 'teacher', status: 'left' })
  expect(await staffOf(db, teacher.id, guild.id)).toMatchObject({ role: 'teacher', can_admit: true })
  expect(await staffOf(db, former.id, guild.id)).toBeNull()
  expect(await staffOf(db, admin.id, guild.id)).toMatchObject({ role: 'admin' })
  expect(await staffOf(db, admin.id, guild.id + 99)).toBeNull()
})
