import { accounts } from '@tongchuang/contract/accounts.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aSpreadsheet, gbk } from './factory.ts'
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

describe('a teacher with a list in GBK', () => {
  const list = [
    '学号,姓名,班级',
    '0012,林雨桐,高一（3）班',
    '0013,欧阳思源,高一（3）班',
    ',王一,高一（3）班',
    '0012,林同名,',
    '2.02601E+11,马骏,',
  ].join('\n')

  test('sees every bad row named before anything is made, and zeros in front are kept', async () => {
    const read = await teacher(rosterAdmin.read, { guild_id: guild.id, name: '名单.csv', file: gbk(list) })
    expect(read).toMatchObject({
      state: 'read',
      encoding: 'gb18030',
      has_header: true,
      row_count: 5,
      columns: ['学号', '姓名', '班级'],
    })
    expect(read.mapping).toEqual({ student_no: 0, real_name: 1, class_name: 2, gender: null, email: null })
    const checked = await teacher(rosterAdmin.check, { id: read.id, has_header: true, mapping: read.mapping! })
    expect(checked.counts).toEqual({ new: 2, joins: 0, invited: 0, changed: 0, same: 0, bad: 3 })
    expect(
      (await teacher(rosterAdmin.rows, { id: read.id, status: 'bad' })).list.map(({ line, problem }) => [
        line,
        problem,
      ]),
    ).toEqual([
      [4, '没有学号'],
      [5, '同一学号在第2行写的是林雨桐'],
      [6, expect.stringContaining('科学计数')],
    ])
    expect(await people()).toEqual([])
    // Checked again without a header row, the first row is an ordinary student, and the same import continues.
    expect((await teacher(rosterAdmin.check, { id: read.id, has_header: false, mapping })).counts).toMatchObject({
      bad: 4,
    })
    expect(
      (await teacher(rosterAdmin.check, { id: read.id, has_header: true, mapping: read.mapping! })).counts,
    ).toMatchObject({ new: 2, bad: 3 })

    await Promise.all([
      teacher(rosterAdmin.apply, { id: read.id, consent: true }),
      teacher(rosterAdmin.apply, { id: read.id, consent: true }),
    ])
    await school.app.jobs.run('roster')
    expect(await people()).toEqual([
      { username: '0012', real_name: '林雨桐', organization_name: '高一（3）班', student_no: '0012' },
      { username: '0013', real_name: '欧阳思源', organization_name: '高一（3）班', student_no: '0013' },
    ])
    expect([(await teacher(rosterAdmin.get, { id: read.id })).state, await members()]).toEqual(['applied', 2])
  })
})

test('a slip names the address students use: the one the administrator set, not the one the teacher’s browser came by', async () => {
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐')
  expect((await teacher(rosterAdmin.slips, { id })).address).toMatch(/^http:\/\/localhost(:\d+)?\/$/)
  await school.app.changeSettings({ base_url: 'https://guild.school.cn/' })
  expect((await teacher(rosterAdmin.slips, { id })).address).toBe('https://guild.school.cn/')
})

test('a student logs in with the slip, must choose a password, and the slip is spent', async () => {
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐\n0013,欧阳思源')
  const slips = await teacher(rosterAdmin.slips, { id })
  expect(slips.list.map(({ username, real_name }) => [username, real_name])).toEqual([
    ['0012', '林雨桐'],
    ['0013', '欧阳思源'],
  ])
  const { userinfo } = await school.send(accounts.login, { username: '0012', password: slips.list[0]?.password ?? '' })
  const send = school.with(userinfo.token)
  expect(await send(profile.get)).toMatchObject({ nickname: '林雨桐', student_no: '0012', must_change_password: true })
  await expect(send(tasks.listDoing, {})).rejects.toMatchObject({ reason: 'PASSWORD' })
  expect((await teacher(rosterAdmin.slips, { id })).list.map(({ username }) => username)).toEqual(['0013'])
  school.clock.move(7 * 24 * 3_600_000 + 1)
  await school.app.jobs.run('roster')
  expect(
    await school.app.db.selectFrom('roster_rows').select('password').where('password', 'is not', null).execute(),
  ).toEqual([])
})

test('a list imported twice changes nothing; what it says otherwise the second time is set', async () => {
  await imported(teacher, '学号,姓名\n0012,林雨桐\n0013,欧阳思源')
  expect((await imported(teacher, '学号,姓名\n0012,林雨桐\n0013,欧阳思远\n0014,王一')).counts).toEqual({
    new: 1,
    joins: 0,
    invited: 0,
    changed: 1,
    same: 1,
    bad: 0,
  })
  expect((await people()).map(({ real_name }) => real_name)).toEqual(['林雨桐', '欧阳思远', '王一'])
  expect(await members()).toBe(3)
})

test('a list that writes a number in another case means the same student, whatever their user name', async () => {
  const { db } = school.app
  const student = await aUser(db, { username: 'lin', student_no: 'B2021001', real_name: '林雨桐' })
  expect((await imported(admin, '学号,姓名\nb2021001,林雨桐')).counts).toMatchObject({ new: 0, joins: 1, bad: 0 })
  const there = db.selectFrom('guild_members').select('user_id').where('role', '=', 'student')
  expect(await there.execute()).toEqual([{ user_id: student.id }])
  // Two older accounts that differ only in letter case: each is found as the list writes it.
  await aUser(db, { username: 'one', student_no: 'c1', real_name: '王一' })
  const other = await aUser(db, { username: 'other', student_no: 'C1', real_name: '王二' })
  expect((await imported(admin, '学号,姓名\nC1,王二')).counts).toMatchObject({ new: 0, joins: 1, bad: 0 })
  expect((await there.execute()).map(({ user_id }) => user_id)).toEqual([student.id, other.id])
})

test('a teacher’s list asks whoever has an account and tells nothing of them; an administrator’s takes them in', async () => {
  const { db } = school.app
  const student = await aUser(db, { username: '0020', student_no: '0020', real_name: '赵敏' })
  await aMember(db, { guild_id: (await aGuild(db)).id, user_id: student.id })
  await aUser(db, { username: '0021' })
  await aUser(db, { username: 'ma', student_no: '0022', roles: ['teacher'] })
  const [free, gone] = [
    await aUser(db, { username: '0023', student_no: '0023' }),
    await aUser(db, { username: '0024', student_no: '0024' }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: gone.id, status: 'left' })
  await aUser(db, { username: '0025', student_no: '0025', status: 'disabled' })
  const text = '学号,姓名\n0020,赵敏敏\n0021,孙权\n0022,马骏\n0023,甲\n0024,乙\n0025,丙'
  const first = await imported(teacher, text)
  expect(first.counts).toEqual({ new: 0, joins: 0, invited: 6, changed: 0, same: 0, bad: 0 })
  expect(
    (await teacher(rosterAdmin.rows, { id: first.id })).list.map(({ problem, status }) => [status, problem]),
  ).toEqual(Array(6).fill(['invited', '']))
  expect([await members(), (await people())[0]?.real_name]).toEqual([0, '赵敏'])
  const waiting = async () =>
    (
      await db
        .selectFrom('guild_invitations')
        .select('user_id')
        .where('guild_id', '=', guild.id)
        .where('status', '=', 'waiting')
        .execute()
    ).map((one) => one.user_id)
  expect(await waiting()).toEqual(expect.arrayContaining([student.id, free.id, gone.id]))
  await teacher(rosterAdmin.undo, { id: first.id })
  await school.app.jobs.run('roster')
  expect(await waiting()).toEqual([])
  expect((await imported(admin, text)).counts).toMatchObject({ joins: 3, bad: 3 })
  expect([await members(), (await people())[0]?.real_name]).toEqual([3, '赵敏敏'])
})

test('a teacher’s list corrects whom she is in charge of, here or in another guild of hers, and nobody else', async () => {
  const { db } = school.app
  const { user_id: chen } = await db
    .selectFrom('guild_members')
    .select('user_id')
    .where('guild_id', '=', guild.id)
    .executeTakeFirstOrThrow()
  const other = await aGuild(db)
  await aMember(db, { guild_id: other.id, user_id: chen, role: 'teacher' })
  const named = (username: string) => aUser(db, { username, student_no: username, real_name: '旧名' })
  const [own, elsewhere, put] = [await named('0040'), await named('0041'), await named('0042')]
  await aMember(db, { guild_id: guild.id, user_id: own.id })
  await aMember(db, { guild_id: other.id, user_id: elsewhere.id })
  await aMember(db, { guild_id: guild.id, user_id: put.id, origin: 'staff' })
  const { counts } = await imported(teacher, '学号,姓名\n0040,新名\n0041,新名\n0042,新名')
  expect(counts).toMatchObject({ changed: 1, invited: 1, same: 1 })
  expect((await people()).map(({ real_name }) => real_name)).toEqual(['新名', '新名', '旧名'])
})

test('a full guild takes as many as have a place, and the others are named', async () => {
  await school.app.db.updateTable('guilds').set({ capacity: 2 }).where('id', '=', guild.id).execute()
  const { id, counts } = await imported(teacher, '学号,姓名\n01,甲一\n02,乙二\n03,丙三')
  expect(counts).toMatchObject({ new: 2, bad: 1 })
  expect((await teacher(rosterAdmin.rows, { id, status: 'bad' })).list).toMatchObject([
    { student_no: '03', problem: '公会没有名额了' },
  ])
  expect(await people()).toHaveLength(2)
})

test('spreadsheets are read as they are written, and what is none is refused with a reason', async () => {
  const file = await aSpreadsheet([
    ['学号', '姓名'],
    [20260012, '林雨桐'],
    ['007', '阿依古丽·买买提'],
  ])
  const { id, sample, encoding } = await teacher(rosterAdmin.read, { guild_id: guild.id, name: '名单.xlsx', file })
  expect([encoding, sample]).toEqual([
    'xlsx',
    [
      ['学号', '姓名'],
      ['20260012', '林雨桐'],
      ['007', '阿依古丽·买买提'],
    ],
  ])
  expect((await teacher(rosterAdmin.check, { id, has_header: true, mapping })).counts).toMatchObject({ new: 2 })
  for (const bytes of [
    'UEsDBAAAAAA=',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]).toString('base64'),
    Buffer.from([0xff, 0xff, 0]).toString('base64'),
    '',
  ])
    await expect(teacher(rosterAdmin.read, { guild_id: guild.id, name: 'x', file: bytes })).rejects.toMatchObject({
      reason: 'INVALID',
    })
  await expect(
    teacher(rosterAdmin.read, { guild_id: guild.id, name: 'x', text: '学号,姓名\n'.repeat(5_003) }),
  ).rejects.toMatchObject({ reason: 'INVALID' })
  await expect(teacher(rosterAdmin.read, { name: 'x', text: '学号,姓名\n1,2' })).rejects.toMatchObject({
    reason: 'ROLE',
  })
})
