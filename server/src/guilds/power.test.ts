import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

let school: School
let teacher: { id: number; username: string }
let guild: { id: number; invite_code: string }
let lin: { id: number; username: string }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  teacher = await aUser(db(), { roles: ['teacher'] })
  guild = await aGuild(db())
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  lin = await aUser(db(), { real_name: '林雨桐', organization_name: '高一（3）班' })
})
afterAll(() => school.close())

const db = () => school.app.db
const staff = (user: { id: number } = teacher, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const anAdmin = async () => staff(await aUser(db(), { roles: ['admin'] }), 'admin')
const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
const reset = (user: { id: number }) => reasonOf(staff()(accountsAdmin.resetPassword, { user_id: user.id }))
const restore = (user: { id: number }) => staff()(guildPeople.restore, { guild_id: guild.id, user_ids: [user.id] })
const appoint = (who: string, role: 'assistant' | 'teacher' = 'assistant') => ({
  guild_id: guild.id,
  who,
  role,
  ...switches,
})
const namesSeen = async (status?: 'left' | 'removed') =>
  (await staff()(guildPeople.members, { guild_id: guild.id, ...(status && { status }) })).list.map(
    ({ real_name, organization_name }) => real_name + organization_name,
  )
const statusOf = async (user: { id: number }) =>
  (await db()
    .selectFrom('guild_members')
    .select(['status', 'role', 'origin'])
    .where('guild_id', '=', guild.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()) ?? null

test('a student who left is invited back, and staff have no power over them meanwhile', async () => {
  await school.as(lin)(guilds.join, { code: guild.invite_code })
  await school.as(lin)(guilds.leave, { guild_id: guild.id })
  expect(await reset(lin)).toBe('NOT_FOUND')
  expect(await restore(lin)).toEqual({ changed: 0, invited: 1 })
  expect(await statusOf(lin)).toMatchObject({ status: 'left' })
  expect(await reset(lin)).toBe('NOT_FOUND')
})

test('staff who restore a removed student see a nickname and reset no password until the student joins on their own', async () => {
  await school.as(lin)(guilds.join, { code: guild.invite_code })
  await staff()(guildPeople.remove, { guild_id: guild.id, user_ids: [lin.id] })
  expect(await restore(lin)).toEqual({ changed: 1, invited: 0 })
  expect(await statusOf(lin)).toMatchObject({ status: 'member', origin: 'staff' })
  expect([await namesSeen(), await reset(lin)]).toEqual([[''], 'NOT_FOUND'])
  expect((await staff()(guildPeople.members, { guild_id: guild.id, keyword: '雨桐' })).total).toBe(0)
  expect((await staff()(peopleAdmin.list, {})).list).toEqual([])
  expect((await (await anAdmin())(guildPeople.members, { guild_id: guild.id })).list).toMatchObject([
    { real_name: '林雨桐' },
  ])
  await school.as(lin)(guilds.join, { code: guild.invite_code })
  expect([await namesSeen(), await reset(lin)]).toEqual([['林雨桐高一（3）班'], 'done'])
})

test('a student restored by an administrator has the origin school, and the teacher can reset the password', async () => {
  await aMember(db(), { guild_id: guild.id, user_id: lin.id, status: 'removed' })
  await (
    await anAdmin()
  )(guildPeople.restore, { guild_id: guild.id, user_ids: [lin.id] })
  expect([await statusOf(lin), await reset(lin)]).toMatchObject([{ origin: 'school' }, 'done'])
})

test('a student who was never a member, or only asked to join, cannot be restored', async () => {
  await aMember(db(), { guild_id: guild.id, user_id: lin.id, status: 'pending', joined_at: null })
  expect(await reasonOf(restore(lin))).toBe('NOT_FOUND')
  expect(await reasonOf(restore(await aUser(db())))).toBe('NOT_FOUND')
})

test('a teacher gets the same answer for a student of another class and for a name that does not exist, and only invites members and staff to assist', async () => {
  const admin = await aUser(db(), { roles: ['admin'] })
  const answers = [lin.username, 'no-such-name'].map((who) => refusal(staff()(guildPeople.saveStaff, appoint(who))))
  const [stranger, absent] = await Promise.all(answers)
  expect(stranger).toEqual(absent)
  expect(stranger).toMatchObject({ reason: 'INVALID', data: { field: 'who' } })
  for (const user of [lin, admin]) expect(await statusOf(user)).toBeNull()
  // A user who is staff already, or a member of the guild, is invited.
  await school.as(lin)(guilds.join, { code: guild.invite_code })
  for (const user of [lin, admin]) {
    await staff()(guildPeople.saveStaff, appoint(user.username))
    expect(
      await db().selectFrom('guild_invitations').select(['role', 'status']).where('user_id', '=', user.id).execute(),
    ).toEqual([{ role: 'assistant', status: 'waiting' }])
  }
  expect(await statusOf(lin)).toMatchObject({ role: 'student' })
  expect(await statusOf(admin)).toBeNull()
  expect(await db().selectFrom('user_roles').select('role').where('user_id', '=', lin.id).execute()).toEqual([
    { role: 'student' },
  ])
})

test('a teacher who asks somebody to assist who is asked already, or has just declined, learns that no invitation was sent', async () => {
  await school.as(lin)(guilds.join, { code: guild.invite_code })
  const ask = () => reasonOf(staff()(guildPeople.saveStaff, appoint(lin.username)))
  expect([await ask(), await ask()]).toEqual(['done', 'NOT_INVITED'])
  const declined = { status: 'declined', answered_at: school.clock.now() } as const
  await db().updateTable('guild_invitations').set(declined).where('user_id', '=', lin.id).execute()
  expect(await ask()).toBe('NOT_INVITED')
})

test('an administrator makes anybody an assistant, and a teacher changes the switches', async () => {
  await (
    await anAdmin()
  )(guildPeople.saveStaff, appoint(lin.username))
  expect(await statusOf(lin)).toEqual({ status: 'member', role: 'assistant', origin: 'staff' })
  const people = await staff()(guildPeople.saveStaff, { ...appoint(lin.username), can_admit: false })
  expect(people).toMatchObject([{ role: 'teacher' }, { user_id: lin.id, can_admit: false }])
})

test('an assistant removed from the last guild loses the role and the admin site, and can only be invited back', async () => {
  const other = await aGuild(db())
  await aMember(db(), { guild_id: other.id, user_id: teacher.id, role: 'teacher' })
  const admin = await anAdmin()
  for (const guild_id of [guild.id, other.id])
    await admin(guildPeople.saveStaff, { ...appoint(lin.username), guild_id })
  const assisting = staff(lin, 'assistant')
  await staff()(guildPeople.removeStaff, { guild_id: other.id, user_id: lin.id })
  expect(await assisting(guildPeople.staff, { guild_id: guild.id })).toHaveLength(2)
  await staff()(guildPeople.removeStaff, { guild_id: guild.id, user_id: lin.id })
  expect(await reasonOf(assisting(guildPeople.staff, { guild_id: guild.id }))).not.toBe('done')
  expect(
    await reasonOf(school.send(accountsAdmin.login, { username: lin.username, password: samplePassword })),
  ).not.toBe('done')
  expect(await school.send(accounts.login, { username: lin.username, password: samplePassword })).toMatchObject({
    userinfo: { id: lin.id },
  })
  expect([await restore(lin), await namesSeen('left'), await reset(lin)]).toEqual([
    { changed: 0, invited: 1 },
    [''],
    'NOT_FOUND',
  ])
})

test('a list that names a student of no guild adds nobody, and the teacher cannot reset the password', async () => {
  const student = await aUser(db(), { student_no: '20260777', real_name: '欧阳思源' })
  const { id } = await staff()(rosterAdmin.read, { guild_id: guild.id, name: '名单', text: '学号,姓名\n20260777,某某' })
  await staff()(rosterAdmin.check, {
    id,
    has_header: true,
    mapping: { student_no: 0, real_name: 1, class_name: null, gender: null },
  })
  await staff()(rosterAdmin.apply, { id, consent: true })
  await school.app.jobs.run('roster')
  expect([await statusOf(student), await reset(student)]).toEqual([null, 'NOT_FOUND'])
  expect(
    (await db().selectFrom('users').select('real_name').where('id', '=', student.id).executeTakeFirstOrThrow())
      .real_name,
  ).toBe('欧阳思源')
})

test('a teacher has no power over students in a copy of a guild that she had none over before', async () => {
  const wang = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: lin.id, origin: 'staff' })
  await aMember(db(), { guild_id: guild.id, user_id: wang.id, origin: 'school' })
  const { guild_id } = await staff()(termsAdmin.copyGuild, {
    guild_id: guild.id,
    name: '下学期',
    days: 180,
    with_members: true,
  })
  const origins = await db()
    .selectFrom('guild_members')
    .select(['user_id', 'origin'])
    .where('guild_id', '=', guild_id)
    .where('role', '=', 'student')
    .orderBy('user_id')
    .execute()
  expect(origins).toEqual([
    { user_id: lin.id, origin: 'staff' },
    { user_id: wang.id, origin: 'school' },
  ])
  expect(await reset(lin)).toBe('NOT_FOUND')
})

test('a teacher can reset the passwords of her students, not of staff, of herself, or after leaving', async () => {
  await aMember(db(), { guild_id: guild.id, user_id: lin.id })
  const senior = await aUser(db(), { roles: ['student', 'assistant'] })
  await aMember(db(), { guild_id: guild.id, user_id: senior.id })
  expect([await reset(lin), await reset(senior), await reset(teacher)]).toEqual(['done', 'NOT_FOUND', 'NOT_FOUND'])
  await db().updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', teacher.id).execute()
  expect(await reset(lin)).toBe('NOT_FOUND')
})
