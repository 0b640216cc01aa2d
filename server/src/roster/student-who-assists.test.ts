import { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { schoolLists } from '../testing/school-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'

// A student who helps in another guild is a student of the school still.

let school: School
let admin: School['send']
let teacher: School['send']
let lin: { id: number }
const roles = ['student', 'assistant'] as const
const organization_name = '七年级1班'

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  admin = school.as(await aUser(db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const chen = await aUser(db, { roles: ['teacher'], organization_name })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  lin = await aUser(db, { username: '0030', student_no: '0030', real_name: '林雨桐', organization_name, roles })
  await aUser(db, { username: '0031', student_no: '0031', real_name: '王一', organization_name })
  // A user who only assists is not a student.
  await aUser(db, { username: 'helper', organization_name, roles: ['assistant'] })
  const [form, club] = [await aGuild(db, { name: '七1' }), await aGuild(db, { name: '信息学社' })]
  await aMember(db, { guild_id: form.id, user_id: chen.id, role: 'teacher' })
  await aMember(db, { guild_id: form.id, user_id: lin.id })
  await aMember(db, { guild_id: club.id, user_id: lin.id, role: 'assistant' })
})
afterEach(() => school.close())

const { checked, apply, undo, problemsOf, membersOf } = schoolLists(() => ({ school, admin }))
const classOf = async () =>
  (await admin(peopleAdmin.list, { keyword: '0030' })).list.map(({ class_name }) => class_name).join()

test('a student who assists is counted with the class, goes a grade up with it, and down again', async () => {
  expect((await admin(classNames.read)).classes).toMatchObject([{ from: organization_name, students: 2 }])
  const changes = [{ from: organization_name, to: '八年级1班', students: 2 }]
  const { id } = await admin(classNames.rename, { changes })
  expect([await classOf(), (await admin(classNames.read)).classes]).toMatchObject([
    '八年级1班',
    [{ from: '八年级1班', students: 2 }],
  ])
  await admin(classNames.undo, { id })
  expect(await classOf()).toBe(organization_name)
})

test('a student who assists comes into another class by the list of the school, but not into the guild they assist in', async () => {
  const { id, counts } = await checked(
    '学号,姓名,班级,公会\n0030,林雨桐,八年级1班,八1\n0030,林雨桐,八年级1班,信息学社\nhelper,某某,八年级1班,八1',
  )
  expect(counts).toMatchObject({ joins: 1, bad: 2 })
  expect((await problemsOf(id)).map(([line]) => line)).toEqual([3, 4])
  await apply(id)
  expect([await classOf(), await membersOf('八1')]).toEqual(['八年级1班', ['0030 student']])
  await undo(id)
  expect([await classOf(), await membersOf('信息学社')]).toEqual([organization_name, ['0030 assistant']])
})

test('an administrator corrects a student who assists and makes a new slip for them; a teacher has no more power over them than before', async () => {
  const { list } = await admin(peopleAdmin.list, {})
  expect(list.map(({ username, assists }) => [username, assists])).toEqual([
    ['0030', true],
    ['0031', false],
  ])
  expect(await admin(peopleAdmin.correct, { user_id: lin.id, real_name: '林雨同' })).toMatchObject({
    real_name: '林雨同',
  })
  expect(await admin(peopleAdmin.newSlips, { user_ids: [lin.id] })).toMatchObject({ made: 1 })
  expect((await teacher(peopleAdmin.list, {})).list).toEqual([])
  expect(await reasonOf(teacher(peopleAdmin.newSlips, { user_ids: [lin.id] }))).toBe('NOT_FOUND')
})

test('the account of a student who assists is closed and joined as one of the staff alone', async () => {
  const twin = await aUser(school.app.db)
  const refused = [
    () => admin(peopleAdmin.setDisabled, { user_id: lin.id, disabled: true }),
    () => admin(peopleAdmin.merge, { from_id: twin.id, into_id: lin.id }),
    () => admin(peopleAdmin.merge, { from_id: lin.id, into_id: twin.id }),
  ]
  for (const call of refused) expect(await reasonOf(call())).toBe('NOT_FOUND')
})
