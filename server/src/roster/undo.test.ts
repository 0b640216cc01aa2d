import { accounts } from '@tongchuang/contract/accounts.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { guildLists, ledGuild } from '../testing/guild-lists.ts'

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
