import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { inviteAllToGuild } from '../guilds/invitations-store.ts'
import { asStudent } from '../guilds/store.ts'
import { samplePassword as password } from '../sample-password.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number; name: string }
let teacher: School['send']
let admin: School['send']

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db, { name: '代码工坊' })
  const [chen, head] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['admin'] })]
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  admin = school.as(head, { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const namesOf = ({ list }: { list: { username: string }[] }) => list.map(({ username }) => username)

test('a teacher finds the students of the own guilds by number or name, an administrator everybody; staff are not among them', async () => {
  const { db } = school.app
  const lin = await aUser(db, { username: 'a-lin', real_name: '林雨桐', student_no: '0012' })
  await aUser(db, { username: 'b-wang', nickname: '100%王_一' })
  await aMember(db, { guild_id: guild.id, user_id: lin.id })
  expect((await teacher(peopleAdmin.list, {})).list).toMatchObject([
    { username: 'a-lin', guilds: ['代码工坊'], guild_count: 1, disabled: false },
  ])
  expect(namesOf(await admin(peopleAdmin.list, {}))).toEqual(['a-lin', 'b-wang'])
  expect(namesOf(await admin(peopleAdmin.list, { keyword: '001' }))).toEqual(['a-lin'])
  expect(namesOf(await admin(peopleAdmin.list, { keyword: '雨桐' }))).toEqual(['a-lin'])
  expect(namesOf(await admin(peopleAdmin.list, { keyword: '%王_' }))).toEqual(['b-wang'])
  expect(namesOf(await admin(peopleAdmin.list, { keyword: '_' }))).toEqual(['b-wang'])
  expect(namesOf(await admin(peopleAdmin.list, { keyword: '％王＿' }))).toEqual(['b-wang'])
  expect(namesOf(await admin(peopleAdmin.list, { guild_id: guild.id }))).toEqual(['a-lin'])
})

test('students come in the order that is asked for, up or down, page by page, and of one class alone', async () => {
  const { db } = school.app
  const given = [
    { username: 'a', real_name: '丁', organization_name: '七（2）班', last_login_at: 3 },
    { username: 'b', real_name: '甲', organization_name: '七（1）班', last_login_at: null },
    { username: 'c', real_name: '乙', organization_name: '七（1）班', last_login_at: 2 },
  ]
  for (const one of given) await aUser(db, one)
  const inOrder = async (order: object) => {
    const names: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: Output<typeof peopleAdmin.list> = await admin(peopleAdmin.list, {
        ...order,
        limit: 1,
        ...(after && { after }),
      })
      names.push(...namesOf(page))
      after = page.next
    }
    return names.join('')
  }
  expect(await inOrder({})).toBe('abc')
  expect(await inOrder({ sort: 'login', descending: true })).toBe('cba')
  expect(await inOrder({ sort: 'name' })).toBe('acb')
  expect(await inOrder({ sort: 'class' })).toBe('bca')
  expect(await inOrder({ sort: 'class', descending: true })).toBe('acb')
  expect(await inOrder({ sort: 'seen', descending: true })).toBe('acb')
  expect(await inOrder({ class_name: '七（1）班' })).toBe('bc')
  expect(await admin(peopleAdmin.classes)).toEqual([
    { name: '七（1）班', students: 2 },
    { name: '七（2）班', students: 1 },
  ])
  expect(await teacher(peopleAdmin.classes)).toEqual([])
})

test('staff choose a class from a list in the order of a school', async () => {
  const classes = ['七年级2班', '七年级10班', '八年级1班', '九年级1班']
  for (const organization_name of classes.toReversed()) await aUser(school.app.db, { organization_name })
  expect((await admin(peopleAdmin.classes)).map(({ name }) => name)).toEqual(classes)
})

test('students by class come in the order of a school, page by page, and those without a class behind them', async () => {
  const classes = ['', '七年级10班', '八年级1班', '七年级2班', '七年级2班']
  for (const [at, organization_name] of classes.entries())
    await aUser(school.app.db, { username: `u${at}`, organization_name })
  const inOrder = async (order: object) => {
    const names: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const asked = { sort: 'class', limit: 2, ...order, ...(after && { after }) } as const
      const page: Output<typeof peopleAdmin.list> = await admin(peopleAdmin.list, asked)
      names.push(...namesOf(page))
      after = page.next
    }
    return names.join(' ')
  }
  expect(await inOrder({})).toBe('u3 u4 u1 u2 u0')
  expect(await inOrder({ descending: true })).toBe('u0 u2 u1 u4 u3')
})

test('a closed account ends its sessions at once and opens again with everything in it', async () => {
  const student = await aUser(school.app.db, { username: 'lin' })
  const { userinfo } = await school.send(accounts.login, { username: 'lin', password })
  expect(await admin(peopleAdmin.setDisabled, { user_id: student.id, disabled: true })).toMatchObject({
    disabled: true,
  })
  await expect(school.with(userinfo.token)(accounts.devices)).rejects.toMatchObject({ code: 50008 })
  await expect(school.send(accounts.login, { username: 'lin', password })).rejects.toMatchObject({
    reason: 'CREDENTIALS',
  })
  await admin(peopleAdmin.setDisabled, { user_id: student.id, disabled: false })
  expect(await school.send(accounts.login, { username: 'lin', password })).toMatchObject({
    userinfo: { username: 'lin' },
  })
  const colleague = await aUser(school.app.db, { roles: ['teacher'] })
  await expect(admin(peopleAdmin.setDisabled, { user_id: colleague.id, disabled: true })).rejects.toMatchObject({
    reason: 'NOT_FOUND',
  })
})

test('a number an administrator types has the form that lists read, so that the next list finds its student', async () => {
  const { db } = school.app
  const [one, other] = [await aUser(db), await aUser(db, { student_no: '王的学号' })]
  const typed = (student_no: string, { id } = one) => admin(peopleAdmin.correct, { user_id: id, student_no })
  expect(await typed(' ２０２１ ００２')).toMatchObject({ student_no: '2021002' })
  expect(await reasonOf(typed('2021002', other))).toBe('NUMBER_TAKEN')
  expect(await reasonOf(typed('２０２１００２', other))).toBe('NUMBER_TAKEN')
  expect(await typed('B2021')).toMatchObject({ student_no: 'B2021' })
  expect(await reasonOf(typed('b2021', other)), 'in another case').toBe('NUMBER_TAKEN')
  for (const no_number of ['学号一', '1', '=2021'])
    expect(await refusal(typed(no_number))).toMatchObject({ reason: 'INVALID', data: { field: 'student_no' } })
  expect(await typed('王的学号', other), 'what is there already').toMatchObject({ student_no: '王的学号' })
})

test('a student number belongs to one student', async () => {
  const { db } = school.app
  const [one, other] = [await aUser(db, { student_no: '0012' }), await aUser(db)]
  await expect(admin(peopleAdmin.correct, { user_id: other.id, student_no: '0012' })).rejects.toMatchObject({
    reason: 'NUMBER_TAKEN',
  })
  expect(
    await admin(peopleAdmin.correct, {
      user_id: one.id,
      student_no: null,
      real_name: '林雨桐',
      class_name: '高一（3）班',
    }),
  ).toMatchObject({
    student_no: null,
    real_name: '林雨桐',
    class_name: '高一（3）班',
  })
  expect(await admin(peopleAdmin.correct, { user_id: other.id, student_no: '0012' })).toMatchObject({
    student_no: '0012',
  })
})

test('of two accounts that become one, an address goes along where a list gave it, and stays behind where it is their own', async () => {
  const { db } = school.app
  const addressAfter = async (given: boolean) => {
    const into = await aUser(db)
    const from = await aUser(db, { real_name: '林雨桐', email: 'lin@school.cn', email_given: given })
    const merged = await admin(peopleAdmin.merge, { from_id: from.id, into_id: into.id })
    return merged.email
  }
  expect([await addressAfter(true), await addressAfter(false)]).toEqual(['lin@school.cn', ''])
})

test('the account an import made joins the one its student had made before; two that were used stay two', async () => {
  const { db } = school.app
  const own = await aUser(db, { username: 'xiaolin', last_login_at: 1 })
  const listed = await aUser(db, {
    username: '0012',
    student_no: '0012',
    real_name: '林雨桐',
    organization_name: '高一（3）班',
  })
  await aMember(db, { guild_id: guild.id, user_id: listed.id })
  const left = await aGuild(db)
  await aMember(db, { guild_id: left.id, user_id: listed.id, status: 'left' })
  await db.updateTable('guilds').set({ member_count: 1, capacity: 1 }).where('id', '=', guild.id).execute()
  expect(await admin(peopleAdmin.merge, { from_id: listed.id, into_id: own.id })).toMatchObject({
    username: 'xiaolin',
    student_no: '0012',
    real_name: '林雨桐',
    class_name: '高一（3）班',
    guilds: ['代码工坊'],
  })
  expect(namesOf(await admin(peopleAdmin.list, {}))).toEqual(['xiaolin'])
  expect(
    (await db.selectFrom('guilds').select('member_count').where('id', '=', guild.id).executeTakeFirstOrThrow())
      .member_count,
  ).toBe(1)
  const used = await aUser(db, { last_login_at: 1 })
  await expect(admin(peopleAdmin.merge, { from_id: used.id, into_id: own.id })).rejects.toMatchObject({
    reason: 'BOTH_USED',
  })
  await expect(admin(peopleAdmin.merge, { from_id: own.id, into_id: own.id })).rejects.toMatchObject({
    reason: 'INVALID',
  })
})

test('results that were entered for somebody who never logged in go with no account that is joined to another', async () => {
  const { db } = school.app
  const [own, listed] = [await aUser(db, { last_login_at: 1 }), await aUser(db, { student_no: '0012' })]
  await aMember(db, { guild_id: guild.id, user_id: listed.id })
  await anEnrolment(db, await aTask(db, { guild_id: guild.id }), { user_id: listed.id, state: 'passed' })
  await expect(admin(peopleAdmin.merge, { from_id: listed.id, into_id: own.id })).rejects.toMatchObject({
    reason: 'BOTH_USED',
  })
  expect((await admin(peopleAdmin.list, { keyword: '0012' })).list).toMatchObject([{ guilds: ['代码工坊'] }])
})

test('what an account was asked is asked of the one it becomes, once', async () => {
  const { db } = school.app
  const [own, listed] = [await aUser(db, { last_login_at: 1 }), await aUser(db, { student_no: '0012' })]
  const other = await aGuild(db)
  const asks = (user_id: number, guild_id: number) => ({ ...asStudent, guild_id, people: [{ user_id }] })
  for (const [user_id, guild_id] of [
    [own.id, guild.id],
    [listed.id, guild.id],
    [listed.id, other.id],
  ] as const)
    await inviteAllToGuild(db, { ...asks(user_id, guild_id), invited_by: own.id, now: 1 })
  await admin(peopleAdmin.merge, { from_id: listed.id, into_id: own.id })
  const waiting = db.selectFrom('guild_invitations').select(['guild_id', 'user_id']).where('status', '=', 'waiting')
  expect(await waiting.orderBy('guild_id').execute()).toEqual([
    { guild_id: guild.id, user_id: own.id },
    { guild_id: other.id, user_id: own.id },
  ])
})
