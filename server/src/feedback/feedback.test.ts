import { feedbackAdmin } from '@tongchuang/contract/feedback.admin.ts'
import { feedback } from '@tongchuang/contract/feedback.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
let assistant: { id: number; user: { id: number } }

beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  const user = await aUser(school.app.db, { roles: ['assistant'], nickname: '许安然' })
  assistant = { user, ...(await aMember(school.app.db, { guild_id: guild.id, user_id: user.id, role: 'assistant' })) }
})
afterEach(() => school.close())

const student = async () => {
  const person = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id })
  return { ...person, send: school.as(person) }
}
const teacher = async () => {
  const person = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id, role: 'teacher' })
  return school.as(person, { audience: 'admin', role: 'teacher' })
}
const say = async (who: { send: School['send'] }, comment: string, rating?: number) =>
  who.send(feedback.commentAssistant, { assistant_id: assistant.id, comment, ...(rating && { rating }) })
const named = (feedback_named: boolean) =>
  school.app.db.updateTable('guilds').set({ feedback_named }).where('id', '=', guild.id).execute()
test('two students answered and the assistant sees nothing; the third answers, the month ends, and there is an average and three texts', async () => {
  const own = school.as(assistant.user, { audience: 'admin', role: 'assistant' })
  const seen = () => own(feedbackAdmin.mine, { guild_id: guild.id })
  await say(await student(), '讲题很耐心', 5)
  await say(await student(), '回复有点慢', 3)
  expect(await seen()).toEqual([])
  await say(await student(), '批注写得很细', 4)
  expect(await seen()).toEqual([])
  school.clock.set('2026-10-31T16:00:00.000Z')
  const late = school.as(assistant.user, { audience: 'admin', role: 'assistant' })
  const [month, ...others] = await late(feedbackAdmin.mine, { guild_id: guild.id })
  expect(others).toEqual([])
  expect(month).toMatchObject({ period: '2026-10', answered: 3, average: 4 })
  expect(month?.comments.toSorted()).toEqual(['回复有点慢', '批注写得很细', '讲题很耐心'].toSorted())
})

test('feedback of a month with two answers stays sealed', async () => {
  for (const comment of ['讲题很耐心', '回复有点慢']) await say(await student(), comment, 4)
  school.clock.set('2026-11-02T00:00:00.000Z')
  expect(
    await school.as(assistant.user, { audience: 'admin', role: 'assistant' })(feedbackAdmin.mine, {
      guild_id: guild.id,
    }),
  ).toEqual([])
})

test('writing again in the month replaces it and keeps what it said; the next month is a new one', async () => {
  const who = await student()
  expect(await say(who, '讲得有点快', 3)).toEqual({ period: '2026-10', editable_until: '2026-10-31T15:59:59.999Z' })
  await Promise.all([1, 2, 3].map(() => say(who, '后来讲慢了，谢谢', 5)))
  expect(await who.send(feedback.mine, { assistant_id: assistant.id })).toMatchObject({
    comment: '后来讲慢了，谢谢',
    rating: 5,
    named: false,
  })
  expect((await who.send(catalog.classDetail, { guild_id: guild.id })).assistant_feedback).toEqual({
    period: '2026-10',
    due: false,
    given: [assistant.id],
  })
  const { list } = await (await teacher())(feedbackAdmin.list, { guild_id: guild.id })
  expect(list).toMatchObject([
    { comment: '后来讲慢了，谢谢', earlier: [{ comment: '讲得有点快', rating: 3 }], author: null },
  ])
  school.clock.set('2026-11-02T00:00:00.000Z')
  const again = { send: school.as(who) }
  expect((await say(again, '这个月也很好')).period).toBe('2026-11')
  expect((await again.send(catalog.classDetail, { guild_id: guild.id })).assistant_feedback.given).toEqual([
    assistant.id,
  ])
})

test('in the last week of a month a student is told that feedback is due', async () => {
  school.clock.set('2026-10-26T00:00:00.000Z')
  const who = await student()
  const due = async () => (await who.send(catalog.classDetail, { guild_id: guild.id })).assistant_feedback.due
  expect(await due()).toBe(true)
  await say(who, '讲题很耐心')
  expect(await due()).toBe(false)
})

test('teachers read names only where they were shown when it was written; later rules change nothing', async () => {
  const [before, after] = [await student(), await student()]
  await say(before, '当时说不写名字')
  await named(true)
  await say(after, '这一条写名字')
  await say(before, '改了一句，还是不写名字')
  await named(false)
  const { list } = await (await teacher())(feedbackAdmin.list, { guild_id: guild.id })
  const names = Object.fromEntries(list.map(({ comment, author }) => [comment, author?.nickname ?? null]))
  expect(names).toEqual({ '改了一句，还是不写名字': null, 这一条写名字: after.nickname })
})

test('only students of the guild write, about its assistants, 5 to 500 characters', async () => {
  const who = await student()
  const both = await aUser(school.app.db)
  const { id: teacher_id } = await aMember(school.app.db, { guild_id: guild.id, user_id: both.id, role: 'teacher' })
  expect(await reasonOf(who.send(feedback.commentAssistant, { assistant_id: teacher_id, comment: '老师也很好' }))).toBe(
    'NOT_FOUND',
  )
  expect(await reasonOf(say({ send: school.as(both) }, '自己人不写'))).toBe('NOT_MEMBER')
  expect(await reasonOf(say({ send: school.as(await aUser(school.app.db)) }, '外面的人不写'))).toBe('NOT_FOUND')
  for (const comment of ['四个字呀', '好'.repeat(501)])
    expect(await reasonOf(say(who, comment)), comment).toBe('INVALID')
  expect(await reasonOf(say(who, '     \n'))).toBe('EMPTY')
})

test('an assistant reads no list of the teachers’; an administrator unseals with a reason, which stays on record', async () => {
  const who = await student()
  await say(who, '这里写了骂人的话')
  const admin = await aUser(school.app.db, { roles: ['admin'], nickname: '管理员' })
  const send = school.as(admin, { audience: 'admin', role: 'admin' })
  const [row] = (await send(feedbackAdmin.list, { guild_id: guild.id })).list
  expect(row?.author).toBeNull()
  const asAssistant = school.as(assistant.user, { audience: 'admin', role: 'assistant' })
  expect(await reasonOf(asAssistant(feedbackAdmin.list, { guild_id: guild.id }))).toBe('ROLE')
  expect(
    await reasonOf((await teacher())(feedbackAdmin.unseal, { id: row!.id, reason: '想知道是谁写的，看一看' })),
  ).toBe('ROLE')
  expect(await reasonOf(send(feedbackAdmin.unseal, { id: row!.id, reason: '看看' }))).toBe('INVALID')
  expect((await send(feedbackAdmin.unsealed, {})).list).toEqual([])
  expect(await send(feedbackAdmin.unseal, { id: row!.id, reason: '有辱骂内容，家长要求核实' })).toMatchObject({
    user_id: who.id,
    nickname: who.nickname,
  })
  expect((await send(feedbackAdmin.unsealed, {})).list).toMatchObject([
    { feedback_id: row!.id, admin: '管理员', reason: '有辱骂内容，家长要求核实' },
  ])
})

test('an assistant reads what was said about themselves, not about a colleague; about one who has left nothing more is said', async () => {
  const colleague = await aUser(school.app.db, { roles: ['assistant'] })
  const { id: assistant_id } = await aMember(school.app.db, {
    guild_id: guild.id,
    user_id: colleague.id,
    role: 'assistant',
  })
  const students = [await student(), await student(), await student()]
  for (const one of students) await one.send(feedback.commentAssistant, { assistant_id, comment: '讲题很耐心' })
  school.clock.set('2026-11-02T00:00:00.000Z')
  const read = (who: { id: number }) =>
    school.as(who, { audience: 'admin', role: 'assistant' })(feedbackAdmin.mine, { guild_id: guild.id })
  expect(await read(colleague)).toMatchObject([{ period: '2026-10', answered: 3 }])
  expect(await read(assistant.user)).toEqual([])
  await school.app.db.updateTable('guild_members').set({ status: 'left' }).where('id', '=', assistant_id).execute()
  const late = school.as(students[0]!)
  expect(await reasonOf(late(feedback.commentAssistant, { assistant_id, comment: '还想再说一句' }))).toBe('NOT_FOUND')
})
