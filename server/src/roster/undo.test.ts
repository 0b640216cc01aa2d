import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { guildLists, ledGuild, mapping } from '../testing/guild-lists.ts'

let school: School
let guild: { id: number; name: string }
let teacher: School['send']
let admin: School['send']

beforeEach(async () => {
  school = await testApp()
  ;({ guild, teacher, admin } = await ledGuild(school))
})
afterEach(() => school.close())

const { people, members, imported } = guildLists(() => ({ school, guild }))
const idsOf = async (student_no: string) =>
  (await school.app.db.selectFrom('users').select('id').where('student_no', '=', student_no).execute()).map(
    ({ id }) => id,
  )

test('an undo takes away what was made, puts back what was changed, and leaves and names who has come since', async () => {
  const { db } = school.app
  await imported(teacher, '学号,姓名\n0011,张三')
  const { id } = await imported(teacher, '学号,姓名\n0011,张珊\n0012,林雨桐\n0013,欧阳思源')
  const { list } = await teacher(rosterAdmin.slips, { id })
  await school.send(accounts.login, {
    username: '0012',
    password: list.find(({ username }) => username === '0012')?.password ?? '',
  })
  // A classmate at work keeps nobody else in.
  await anEnrolment(db, await aTask(db, { guild_id: guild.id }), { user_id: (await aUser(db)).id })
  await Promise.all([teacher(rosterAdmin.undo, { id }), teacher(rosterAdmin.undo, { id })])
  await school.app.jobs.run('roster')
  expect(await teacher(rosterAdmin.get, { id })).toMatchObject({
    state: 'undone',
    left: [{ student_no: '0012', real_name: '林雨桐' }],
    has_slips: false,
  })
  expect((await people()).map(({ student_no, real_name }) => `${student_no} ${real_name}`)).toEqual([
    '0011 张三',
    '0012 林雨桐',
  ])
  expect(await members()).toBe(2)
  expect(
    await db
      .selectFrom('guild_members')
      .select('id')
      .where('guild_id', '=', guild.id)
      .where('role', '=', 'student')
      .execute(),
  ).toHaveLength(2)
  await expect(teacher(rosterAdmin.apply, { id, consent: true })).rejects.toMatchObject({ reason: 'STATE' })
})

test('an undo comes too late after a day', async () => {
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐')
  school.clock.move(24 * 3_600_000 - 60_000)
  expect((await school.app.db.selectFrom('roster_imports').select('state').execute())[0]?.state).toBe('applied')
  school.clock.move(120_000)
  const again = school.as(
    (await school.app.db.selectFrom('roster_imports').select('created_by').executeTakeFirstOrThrow()).created_by,
    {
      audience: 'admin',
      role: 'teacher',
    },
  )
  await expect(again(rosterAdmin.undo, { id })).rejects.toMatchObject({ reason: 'STATE' })
})

test('an undone list of the school brings nobody back whom a teacher could let in', async () => {
  const { db } = school.app
  const student = await aUser(db, { username: '0050', student_no: '0050', real_name: '林雨桐' })
  const { id } = await imported(admin, '学号,姓名\n0050,林雨桐')
  await admin(rosterAdmin.undo, { id })
  await school.app.jobs.run('roster')
  expect(await teacher(guildPeople.restore, { guild_id: guild.id, user_ids: [student.id] })).toEqual({
    changed: 0,
    invited: 1,
  })
  expect((await teacher(guildPeople.members, { guild_id: guild.id, status: 'left' })).list).toMatchObject([
    { real_name: '', student_no: null },
  ])
})

test('a student whom the school has brought into another class keeps account and result there when a teacher takes her list back', async () => {
  const { db } = school.app
  const club = await imported(teacher, '学号,姓名\n0012,林雨桐\n0013,欧阳思源')
  const form = await aGuild(db, { name: '三班' })
  const list = await admin(rosterAdmin.read, { guild_id: form.id, name: '三班.csv', text: '学号,姓名\n0012,林雨桐' })
  await admin(rosterAdmin.check, { id: list.id, has_header: true, mapping })
  await admin(rosterAdmin.apply, { id: list.id, consent: true })
  await school.app.jobs.run('roster')
  const lin = await db.selectFrom('users').select('id').where('student_no', '=', '0012').executeTakeFirstOrThrow()
  await anEnrolment(db, await aTask(db, { guild_id: form.id }), { user_id: lin.id, state: 'passed' })
  await teacher(rosterAdmin.undo, { id: club.id })
  await school.app.jobs.run('roster')
  expect(await teacher(rosterAdmin.get, { id: club.id })).toMatchObject({ left: [{ student_no: '0012' }] })
  expect((await people()).map(({ student_no }) => student_no)).toEqual(['0012'])
  const inForm = (table: 'guild_members' | 'enrolments') =>
    db.selectFrom(table).select('user_id').where('guild_id', '=', form.id).execute()
  expect([await inForm('guild_members'), await inForm('enrolments')]).toEqual([
    [{ user_id: lin.id }],
    [{ user_id: lin.id }],
  ])
})

test('an undo takes a student out of its own guild whose account another teacher has put to use, and says so', async () => {
  const { db } = school.app
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐')
  const whole = await aGuild(db)
  await admin(guildClasses.join, { guild_id: whole.id, from_guild_id: guild.id })
  await teacher(rosterAdmin.undo, { id })
  await school.app.jobs.run('roster')
  expect(await teacher(rosterAdmin.get, { id })).toMatchObject({ state: 'undone', left: [{ student_no: '0012' }] })
  expect([await people(), await members()]).toEqual([[expect.objectContaining({ student_no: '0012' })], 0])
})

test('whom the school has let in again since is in by that, whatever list brought them first', async () => {
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐')
  const which = { guild_id: guild.id, user_ids: await idsOf('0012') }
  await teacher(guildPeople.remove, which)
  await admin(guildPeople.restore, which)
  await teacher(rosterAdmin.undo, { id })
  await school.app.jobs.run('roster')
  expect(await teacher(rosterAdmin.get, { id })).toMatchObject({ left: [{ student_no: '0012' }] })
  expect(await members()).toBe(1)
})

test('what was still to be told to a student goes with the account that a list took back', async () => {
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐')
  const [user_id = 0] = await idsOf('0012')
  await teacher(accountsAdmin.resetPassword, { user_id })
  await teacher(rosterAdmin.undo, { id })
  await school.app.jobs.run('roster')
  expect(await people()).toEqual([])
  await school.app.events.drain()
  expect(await school.app.db.selectFrom('events').select('name').execute()).toEqual([])
})
