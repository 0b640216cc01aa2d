import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { guildLists, ledGuild, mapping } from '../testing/guild-lists.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

// A list is applied with the power of its author, and undone with that of the user who undoes it.

let school: School
let guild: { id: number; name: string }
let teacher: School['send']
let admin: School['send']
let other: School['send']

beforeEach(async () => {
  school = await testApp()
  ;({ guild, teacher, admin } = await ledGuild(school))
  other = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const { people, members, imported } = guildLists(() => ({ school, guild }))
const undone = async (send: School['send'], { id }: { id: number }) => {
  await send(rosterAdmin.undo, { id })
  await school.app.jobs.run('roster')
  return send(rosterAdmin.get, { id })
}
/** Takes the list author’s power away: the administrator role, and the guild. */
const withoutPower = async ({ id }: { id: number }) => {
  const { db } = school.app
  const { created_by } = await db
    .selectFrom('roster_imports')
    .select('created_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('user_roles').where('user_id', '=', created_by).where('role', '=', 'admin').execute()
  await db
    .updateTable('guild_members')
    .set({ status: 'left', role: 'student' })
    .where('user_id', '=', created_by)
    .execute()
}
const names = async () => (await people()).map(({ real_name }) => real_name)
const statusesOf = async (send: School['send'], { id }: { id: number }) =>
  (await send(rosterAdmin.rows, { id })).list.map(({ status, cause, was }) => `${status} ${cause}${was}`)

test('an administrator takes back the list of one who is none any more: the students it brought are out, the accounts it made are gone', async () => {
  await aUser(school.app.db, { username: '0020', student_no: '0020', real_name: '赵敏' })
  const list = await imported(admin, '学号,姓名\n0020,赵敏敏\n0021,孙权')
  expect([await names(), await members()]).toEqual([['赵敏敏', '孙权'], 2])
  await withoutPower(list)
  expect(await undone(other, list)).toMatchObject({ state: 'undone', left: [] })
  expect([await names(), await members()]).toEqual([['赵敏'], 0])
})

test('an administrator takes back the list of a teacher who teaches the guild no more', async () => {
  const list = await imported(teacher, '学号,姓名\n0021,孙权')
  await withoutPower(list)
  expect(await undone(admin, list)).toMatchObject({ state: 'undone', left: [] })
  expect([await names(), await members()]).toEqual([[], 0])
})

test('whoever leads a guild no more reads none of its lists, nor the names of her slips there', async () => {
  const { db } = school.app
  const list = await imported(teacher, '学号,姓名\n0021,孙权')
  const { id: student } = await db
    .selectFrom('users')
    .select('id')
    .where('student_no', '=', '0021')
    .executeTakeFirstOrThrow()
  const slips = await teacher(peopleAdmin.newSlips, { user_ids: [student] })
  const read = async () => [
    (await teacher(rosterAdmin.list, {})).list.length,
    (await teacher(rosterAdmin.rows, { id: slips.id })).list.map(({ real_name }) => real_name),
    await reasonOf(teacher(rosterAdmin.get, { id: list.id })),
    await reasonOf(teacher(rosterAdmin.rows, { id: list.id })),
  ]
  expect(await read()).toEqual([2, ['孙权'], 'done', 'done'])
  await withoutPower(list)
  expect(await read()).toEqual([1, [], 'NOT_FOUND', 'NOT_FOUND'])
})

test('an administrator who is none any more reads no list of the whole school', async () => {
  const chief = await aUser(school.app.db, { roles: ['admin', 'teacher'] })
  const { id } = await school.as(chief, { audience: 'admin', role: 'admin' })(rosterAdmin.read, {
    name: '全校',
    text: '学号,姓名\n0021,孙权',
  })
  await withoutPower({ id })
  const later = school.as(chief, { audience: 'admin', role: 'teacher' })
  for (const call of [rosterAdmin.get, rosterAdmin.rows, rosterAdmin.slips])
    expect(await reasonOf(later(call, { id }))).toBe('NOT_FOUND')
})

test('a list of which nothing could be taken back says so and stays done, until somebody takes it back who can', async () => {
  const { db } = school.app
  const lin = await aUser(db, { username: '0012', student_no: '0012', real_name: '林雨同' })
  await aMember(db, { guild_id: guild.id, user_id: lin.id })
  const list = await imported(teacher, '学号,姓名\n0012,林雨桐')
  await db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', lin.id).execute()
  expect(await undone(teacher, list)).toMatchObject({ state: 'applied', left: [{ student_no: '0012' }] })
  expect(await names()).toEqual(['林雨桐'])
  expect(await undone(admin, list)).toMatchObject({ state: 'undone', left: [] })
  expect(await names()).toEqual(['林雨同'])
})

test('a teacher’s list that an administrator looks at is judged and carried out as hers, and tells her nothing more of anybody', async () => {
  await aUser(school.app.db, { username: '0020', student_no: '0020', real_name: '赵敏' })
  const { id } = await teacher(rosterAdmin.read, { guild_id: guild.id, name: '名单', text: '学号,姓名\n0020,某某' })
  await admin(rosterAdmin.check, { id, has_header: true, mapping })
  expect([await statusesOf(admin, { id }), await statusesOf(teacher, { id })]).toEqual([['invited '], ['invited ']])
  await admin(rosterAdmin.apply, { id, consent: true })
  await school.app.jobs.run('roster')
  expect([(await teacher(rosterAdmin.get, { id })).counts?.invited, await members(), await names()]).toEqual([
    1,
    0,
    ['赵敏'],
  ])
})

test('the list of somebody without power over its guild is judged and carried out as the administrator’s who goes on with it', async () => {
  await aUser(school.app.db, { username: '0020', student_no: '0020', real_name: '赵敏' })
  const list = await teacher(rosterAdmin.read, { guild_id: guild.id, name: '名单', text: '学号,姓名\n0020,赵敏' })
  await withoutPower(list)
  await admin(rosterAdmin.check, { id: list.id, has_header: true, mapping })
  expect(await statusesOf(admin, list)).toEqual(['joins '])
  await admin(rosterAdmin.apply, { id: list.id, consent: true })
  await school.app.jobs.run('roster')
  expect(await members()).toBe(1)
})
