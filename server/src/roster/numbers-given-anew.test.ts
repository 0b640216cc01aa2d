import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { guildLists, ledGuild, mapping } from '../testing/guild-lists.ts'
import { head as heads, schoolLists } from '../testing/school-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'

// Next year a number is another child's, and the account that has it is last year's.

let school: School
let guild: { id: number; name: string }
let teacher: School['send']
let admin: School['send']
let old: { id: number }

beforeEach(async () => {
  school = await testApp()
  ;({ guild, teacher, admin } = await ledGuild(school))
  old = await aUser(school.app.db, { username: '0701', student_no: '0701', real_name: '老学生', last_login_at: 1 })
})
afterEach(() => school.close())

const { members } = guildLists(() => ({ school, guild }))
const { problemsOf } = schoolLists(() => ({ school, admin }))
const nameOf = async ({ id }: { id: number }) =>
  (await school.app.db.selectFrom('users').select('real_name').where('id', '=', id).executeTakeFirstOrThrow()).real_name

const checkedBy = async (send: School['send'], text: string) => {
  const { id } = await send(rosterAdmin.read, { guild_id: guild.id, name: '名单.csv', text })
  return send(rosterAdmin.check, { id, has_header: true, mapping })
}
const appliedBy = async (send: School['send'], { id }: { id: number }) => {
  await send(rosterAdmin.apply, { id, consent: true })
  await school.app.jobs.run('roster')
  return send(rosterAdmin.get, { id })
}
const rowsOf = async (send: School['send'], { id }: { id: number }) =>
  (await send(rosterAdmin.rows, { id })).list.map(({ status, cause, other, was, alike }) => ({
    status,
    cause,
    other,
    was,
    alike,
  }))

test('a student whose number the school gives to another child keeps account and name until somebody says that it is the same person', async () => {
  const one = await checkedBy(admin, '学号,姓名\n0701,新同学\n0702,王一')
  expect(one.counts).toMatchObject({ bad: 1, new: 1, joins: 0 })
  expect(await problemsOf(one.id)).toEqual([[2, '这个学号现在是老学生的账号，是不是同一个人']])
  await appliedBy(admin, one)
  expect([await nameOf(old), await members()]).toEqual(['老学生', 1])
})

test('a student whose name the school corrects is renamed once that was said, and the list says what the name was', async () => {
  const one = await checkedBy(admin, '学号,姓名\n0701,老学森')
  expect(await rowsOf(admin, one)).toEqual([{ status: 'bad', cause: 'other_name', other: '老学生', was: '', alike: 1 }])
  const { counts } = await admin(rosterAdmin.repair, { id: one.id, line: 2, keep: true })
  expect(counts).toMatchObject({ joins: 1, bad: 0 })
  const renamed = [{ status: 'joins', cause: '', other: '', was: '老学生', alike: 0 }]
  expect(await rowsOf(admin, one)).toEqual(renamed)
  await appliedBy(admin, one)
  expect([await nameOf(old), await rowsOf(admin, one)]).toEqual(['老学森', renamed])
})

test('what is said of one odd number says nothing of whose account another is', async () => {
  const { db } = school.app
  for (const at of [1, 2]) await aUser(db, { username: `90${at}`, student_no: `90${at}`, real_name: `旧${at}` })
  const usual = ['0801', '0802', '0803', '0804', '0805', '0806', '0807', '0808'].map((no) => `${no},同学${no}`)
  const one = await checkedBy(admin, ['学号,姓名', ...usual, '901,新1', '902,新2'].join('\n'))
  expect(await rowsOf(admin, one).then((rows) => rows.slice(8))).toMatchObject([
    { cause: 'lost_zero', alike: 2 },
    { cause: 'lost_zero', alike: 2 },
  ])
  await admin(rosterAdmin.repair, { id: one.id, line: 10, keep: true, alike: true })
  expect(await rowsOf(admin, one).then((rows) => rows.slice(8))).toMatchObject([
    { cause: 'other_name', other: '旧1', alike: 2 },
    { cause: 'other_name', other: '旧2', alike: 2 },
  ])
  const { counts } = await admin(rosterAdmin.repair, { id: one.id, line: 10, keep: true, alike: true })
  expect(counts).toMatchObject({ bad: 0, joins: 2 })
})

test('a teacher is asked of whom she is in charge, in her guild or invited to it, and of nobody else', async () => {
  const { db } = school.app
  const other = await aGuild(db)
  const { user_id: chen } = await db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', '=', guild.id)
    .executeTakeFirstOrThrow()
  await aMember(db, { guild_id: other.id, user_id: chen, role: 'teacher' })
  await aMember(db, { guild_id: other.id, user_id: old.id })
  const stranger = await aUser(db, { username: '0703', student_no: '0703', real_name: '别人' })
  const one = await checkedBy(teacher, '学号,姓名\n0701,新同学\n0703,某某')
  expect(await rowsOf(teacher, one)).toEqual([
    { status: 'bad', cause: 'other_name', other: '老学生', was: '', alike: 1 },
    { status: 'invited', cause: '', other: '', was: '', alike: 0 },
  ])
  await teacher(rosterAdmin.repair, { id: one.id, line: 2, keep: true })
  expect(await rowsOf(teacher, one)).toMatchObject([{ status: 'invited', was: '老学生' }, { was: '' }])
  await appliedBy(teacher, one)
  expect([await nameOf(old), await nameOf(stranger)]).toEqual(['新同学', '别人'])
})

test('an account that has got its name since the check is asked about then, and left as it is', async () => {
  const one = await checkedBy(admin, '学号,姓名\n0701,老学生\n0704,新来的')
  await aUser(school.app.db, { username: '0704', student_no: '0704', real_name: '注册的' })
  await school.app.db.updateTable('users').set({ real_name: '又一个' }).where('id', '=', old.id).execute()
  expect((await appliedBy(admin, one)).counts).toMatchObject({ bad: 2 })
  expect([await nameOf(old), await members()]).toEqual(['又一个', 0])
})

test('a teacher whose number is another teacher’s now is put into no guild unasked', async () => {
  const { db } = school.app
  await aUser(db, { username: 'T01', student_no: 'T01', real_name: '许安然', roles: ['teacher'] })
  const { id, mapping: columns } = await admin(rosterAdmin.read, {
    name: '全校.csv',
    text: `${heads}\nT01,新老师,,合唱,教师`,
  })
  const { counts } = await admin(rosterAdmin.check, { id, has_header: true, mapping: columns! })
  expect([counts?.bad, await problemsOf(id)]).toEqual([1, [[2, '这个学号现在是许安然的账号，是不是同一个人']]])
})
