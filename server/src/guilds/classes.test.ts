import type { Output } from '@tongchuang/contract/call.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

let school: School
let teacher: { id: number }
let club: { id: number }
let form: { id: number; name: string }
let lin: { id: number }
let zhou: { id: number }
let shen: { id: number }
let className: string
let made = 0
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  className = `高一（${(made += 1)}）班`
  teacher = await aUser(db(), { roles: ['teacher'], nickname: '许安然' })
  club = await aGuild(db(), { join_policy: 'approval' })
  form = await aGuild(db(), { name: `${className}群` })
  for (const guild_id of [club.id, form.id]) await aMember(db(), { guild_id, user_id: teacher.id, role: 'teacher' })
  ;[lin, zhou, shen] = await Promise.all([aStudent(), aStudent(), aStudent()])
})
afterAll(() => school.close())

const db = () => school.app.db
const staff = (user: { id: number } = teacher, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const anAdmin = async () => staff(await aUser(db(), { roles: ['admin'] }), 'admin')
/** A student of the class who joined its guild by an act of their own. */
const aStudent = async (given: object = {}) => {
  const student = await aUser(db(), { organization_name: className, ...given })
  await aMember(db(), { guild_id: form.id, user_id: student.id })
  return student
}
const whole = () => ({ guild_id: club.id, from_guild_id: form.id })
const named = () => ({ guild_id: club.id, class_name: className })
const none = { joins: 0, invited: 0, requested: 0, in_already: 0, left_alone: 0 }
const inClub = async () =>
  (
    await db()
      .selectFrom('guild_members')
      .select(['user_id', 'origin'])
      .where('guild_id', '=', club.id)
      .where('role', '=', 'student')
      .where('status', '=', 'member')
      .orderBy('user_id')
      .execute()
  ).map(({ user_id, origin }) => ({ user_id, origin }))
const asked = async () => (await staff()(invitationsAdmin.list, { guild_id: club.id, status: 'waiting' })).list.length
const boxOf = async (person: { id: number }) =>
  (await school.as(person)(messages.list, {})).list.map(({ title }) => title)

test('an administrator adds a whole class to a guild once, also when sent twice, and its students are told', async () => {
  const admin = await anAdmin()
  expect(await admin(guildClasses.preview, whole())).toEqual({ ...none, joins: 3, members: 0, capacity: null })
  expect(await inClub()).toEqual([])
  const both = await Promise.all([admin(guildClasses.join, whole()), admin(guildClasses.join, whole())])
  expect(both.map(({ joins }) => joins).toSorted()).toEqual([0, 3])
  expect(await inClub()).toEqual(
    [lin.id, zhou.id, shen.id].toSorted((one, other) => one - other).map((user_id) => ({ user_id, origin: 'school' })),
  )
  expect(await admin(guildClasses.join, whole())).toEqual({ ...none, in_already: 3 })
  expect(await admin(guildClasses.preview, named())).toEqual({ ...none, in_already: 3, members: 3, capacity: null })
  expect(await boxOf(lin)).toEqual(['欢迎加入公会'])
})

test('a teacher invites a whole class and those who accept join; repeating it invites nobody twice', async () => {
  expect(await staff()(guildClasses.preview, whole())).toMatchObject({ ...none, invited: 3 })
  const both = await Promise.all([staff()(guildClasses.join, whole()), staff()(guildClasses.join, whole())])
  expect(both.map(({ invited }) => invited).toSorted()).toEqual([0, 3])
  expect(await inClub()).toEqual([])
  expect(await asked()).toBe(3)
  expect(await boxOf(zhou)).toEqual(['邀请你加入公会'])
  const [mine] = await school.as(lin)(invitations.own)
  await school.as(lin)(invitations.answer, { id: mine!.id, accept: true })
  expect(await inClub()).toEqual([{ user_id: lin.id, origin: 'own' }])
  const [hers] = await school.as(zhou)(invitations.own)
  await school.as(zhou)(invitations.answer, { id: hers!.id, accept: false })
  expect(await staff()(guildClasses.join, named())).toEqual({ ...none, in_already: 1, left_alone: 2 })
  expect(await asked()).toBe(1)
})

test('students who asked to join are admitted with their class, also by a teacher', async () => {
  await school.as(lin)(guilds.join, { guild_id: club.id })
  expect(await staff()(guildClasses.preview, named())).toMatchObject({ ...none, requested: 1, invited: 2 })
  expect(await staff()(guildClasses.join, named())).toEqual({ ...none, requested: 1, invited: 2 })
  expect(await inClub()).toEqual([{ user_id: lin.id, origin: 'own' }])
  expect(await boxOf(lin)).toEqual(['欢迎加入公会'])
})

test('closed accounts and staff are left out of a whole class, and without enough places nobody joins', async () => {
  const admin = await anAdmin()
  await db().updateTable('users').set({ status: 'disabled' }).where('id', '=', zhou.id).execute()
  await db().insertInto('user_roles').values({ user_id: shen.id, role: 'teacher' }).execute()
  const assistant = await aStudent({ roles: ['assistant'] })
  expect(await admin(guildClasses.preview, whole())).toMatchObject({ ...none, joins: 1 })
  expect(await admin(guildClasses.preview, { guild_id: club.id, class_name: className })).toMatchObject({ joins: 1 })
  await db().deleteFrom('guild_members').where('user_id', '=', assistant.id).execute()
  await aStudent()
  await db().updateTable('guilds').set({ capacity: 1 }).where('id', '=', club.id).execute()
  expect(await admin(guildClasses.preview, whole())).toMatchObject({ joins: 2, members: 0, capacity: 1 })
  expect(await reasonOf(admin(guildClasses.join, whole()))).toBe('FULL')
  expect(await inClub()).toEqual([])
})

test('a student who assists in another guild comes with their class like their classmates, by an administrator and by a teacher', async () => {
  const lab = await aGuild(db(), { name: `${className}实验室` })
  await db().insertInto('user_roles').values({ user_id: shen.id, role: 'assistant' }).execute()
  await aMember(db(), { guild_id: lab.id, user_id: shen.id, role: 'assistant' })
  const admin = await anAdmin()
  for (const which of [whole(), named()]) {
    expect(await admin(guildClasses.preview, which)).toMatchObject({ ...none, joins: 3 })
    expect(await staff()(guildClasses.preview, which)).toMatchObject({ ...none, invited: 3 })
  }
  expect(await staff()(guildClasses.join, named())).toEqual({ ...none, invited: 3 })
  const [invitation] = await school.as(shen)(invitations.own, {})
  await school.as(shen)(invitations.answer, { id: invitation!.id, accept: true })
  expect(await admin(guildClasses.join, named())).toEqual({ ...none, joins: 2, in_already: 1 })
  expect((await inClub()).map(({ user_id }) => user_id)).toContain(shen.id)
})

test('a student who assists in the guild their class comes into goes on assisting there', async () => {
  await db().insertInto('user_roles').values({ user_id: shen.id, role: 'assistant' }).execute()
  await aMember(db(), { guild_id: club.id, user_id: shen.id, role: 'assistant' })
  const admin = await anAdmin()
  expect(await admin(guildClasses.join, named())).toEqual({ ...none, joins: 2, in_already: 1 })
  const { role } = await db()
    .selectFrom('guild_members')
    .select('role')
    .where('guild_id', '=', club.id)
    .where('user_id', '=', shen.id)
    .executeTakeFirstOrThrow()
  expect(role).toBe('assistant')
})

test('a teacher learns nothing of students who are not in her charge: no class, no number, no guild', async () => {
  const stranger = await aUser(db(), { organization_name: className })
  const foreign = await aGuild(db(), { name: '别人的班' })
  await aMember(db(), { guild_id: foreign.id, user_id: stranger.id })
  // A student whom staff added to her guild gives her no power either.
  const put = await aUser(db(), { organization_name: '高三（9）班' })
  await aMember(db(), { guild_id: form.id, user_id: put.id, origin: 'staff' })
  const own = await staff()(guildClasses.list, { guild_id: club.id })
  expect(own.list).toEqual([
    { kind: 'class', from_guild_id: null, name: className, teachers: [], archived: false, students: 3 },
    { kind: 'guild', from_guild_id: form.id, name: form.name, teachers: ['许安然'], archived: false, students: 3 },
  ])
  expect(await staff()(guildClasses.preview, named())).toMatchObject({ ...none, invited: 3 })
  expect(await staff()(guildClasses.preview, { guild_id: club.id, class_name: '高三（9）班' })).toMatchObject(none)
  expect(await reasonOf(staff()(guildClasses.preview, { guild_id: club.id, from_guild_id: foreign.id }))).toBe(
    'NOT_FOUND',
  )
  expect(await reasonOf(staff()(guildClasses.join, { guild_id: club.id, from_guild_id: foreign.id }))).toBe('NOT_FOUND')
  const admin = await anAdmin()
  const all = await admin(guildClasses.list, { guild_id: club.id, keyword: className })
  expect(all.list.map(({ name, students }) => [name, students])).toEqual([
    [className, 4],
    [form.name, 4],
  ])
  expect(await admin(guildClasses.preview, named())).toMatchObject({ ...none, joins: 4 })
})

test('students who left a class do not join with it, and a teacher does not learn their other guilds', async () => {
  const third = await aGuild(db(), { name: `${className}天文组` })
  await aMember(db(), { guild_id: third.id, user_id: teacher.id, role: 'teacher' })
  const gone = await aUser(db())
  await aMember(db(), { guild_id: form.id, user_id: gone.id, status: 'left' })
  await aMember(db(), { guild_id: third.id, user_id: gone.id })
  const foreign = await aGuild(db(), { name: `${className}不归她管` })
  await aMember(db(), { guild_id: foreign.id, user_id: lin.id })
  const { list } = await staff()(guildClasses.list, { guild_id: club.id })
  expect(list.flatMap((one) => (one.kind === 'guild' ? [[one.name, one.students]] : []))).toEqual(
    expect.arrayContaining([
      [form.name, 3],
      [third.name, 1],
    ]),
  )
  expect(list.map(({ name }) => name)).not.toContain(`${className}不归她管`)
  expect(await staff()(guildClasses.preview, whole())).toMatchObject({ ...none, invited: 3 })
})

test('the list of classes goes on page by page, however long their names are', async () => {
  const admin = await anAdmin()
  const names = ['一', '二', '三'].map((last) => `${className}${'很长的班级名字'.repeat(7)}${last}`.slice(-60))
  for (const organization_name of names) await aUser(db(), { organization_name })
  const wanted = { guild_id: club.id, keyword: '很长的班级名字', limit: 1 }
  const seen: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Output<typeof guildClasses.list> = await admin(guildClasses.list, {
      ...wanted,
      ...(after && { after }),
    })
    seen.push(...page.list.map(({ name }) => name))
    after = page.next
  }
  expect(seen.toSorted()).toEqual(names.toSorted())
})

test('the classes to bring in come in the order of a school: class 2 before class 10', async () => {
  const admin = await anAdmin()
  const names = ['初一（2）班整', '初一（10）班整', '初二（1）班整']
  for (const organization_name of names.toReversed()) await aUser(db(), { organization_name })
  const page = await admin(guildClasses.list, { guild_id: club.id, keyword: '班整', limit: 2 })
  const rest = await admin(guildClasses.list, { guild_id: club.id, keyword: '班整', limit: 2, after: page.next ?? '' })
  expect([...page.list, ...rest.list].map(({ name }) => name)).toEqual(names)
})

test('only who leads the guild brings a class, into a guild that is not archived, from one class at a time', async () => {
  const assistant = await aUser(db(), { roles: ['assistant'] })
  await aMember(db(), { guild_id: club.id, user_id: assistant.id, role: 'assistant', can_admit: true })
  expect(await reasonOf(staff(assistant, 'assistant')(guildClasses.join, whole()))).toBe('ROLE')
  const other = await aUser(db(), { roles: ['teacher'] })
  expect(await reasonOf(staff(other)(guildClasses.join, whole()))).toBe('NOT_FOUND')
  expect(await refusal(staff()(guildClasses.join, { ...whole(), class_name: className }))).toMatchObject({
    reason: 'INVALID',
  })
  expect(await reasonOf(staff()(guildClasses.join, { guild_id: club.id }))).toBe('INVALID')
  expect(await reasonOf(staff()(guildClasses.join, { guild_id: club.id, from_guild_id: club.id }))).toBe('INVALID')
  // The archived guild of last year’s class can still be brought into this year’s guild.
  await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', form.id).execute()
  expect(await staff()(guildClasses.preview, whole())).toMatchObject({ invited: 3 })
  await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', club.id).execute()
  expect(await reasonOf(staff()(guildClasses.preview, whole()))).toBe('ARCHIVED')
  expect(await reasonOf((await anAdmin())(guildClasses.join, whole()))).toBe('ARCHIVED')
  expect(await inClub()).toEqual([])
})
