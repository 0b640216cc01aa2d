import type { Input } from '@tongchuang/contract/call.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { archiveOf, cellOf, workbookParts } from '../testing/hostile-files.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { head, schoolLists } from '../testing/school-lists.ts'

let school: School
let admin: School['send']
let teacher: School['send']
let chen: { id: number }

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  chen = await aUser(db, { username: 'chen', nickname: '陈立群', roles: ['teacher'] })
  admin = school.as(await aUser(db, { username: 'head', roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
})
afterEach(() => school.close())

const { read, check, checked, apply, undo, problemsOf, membersOf, guildNames } = schoolLists(() => ({ school, admin }))

describe('a list of the whole school', () => {
  const text = [
    head,
    '2026010101,林雨桐,高一（1）班,高一（1）班,学生',
    '2026010102,欧阳思源,高一（1）班,高一(1)班,',
    '2026010101,林雨桐,高一（1）班,合唱与配音,学生',
    'T2021008,许安然,,高一（1）班,教师',
    '',
    'chen,陈立群,,合唱与配音,老师',
  ].join('\n')

  test('makes the guilds that are missing and puts everybody in theirs, staff too; a day long all of it is taken back', async () => {
    const { db } = school.app
    const choir = await aGuild(db, { name: '合唱与配音' })
    const before = await guildNames()
    const one = await checked(text)
    expect(one).toMatchObject({
      row_count: 5,
      counts: { new: 3, joins: 2, bad: 0 },
      new_staff: 1,
      guilds: { new: 1, known: 1 },
    })
    expect(await guildNames()).toEqual(before)
    expect(await admin(rosterAdmin.guilds, { id: one.id })).toMatchObject([
      { name: '合唱与配音', is_new: false, new: 0, joins: 2, staff: 1, attention: [] },
      { name: '高一（1）班', is_new: true, new: 3, joins: 0, staff: 1, teachers: ['许安然'], attention: [] },
    ])
    const done = await apply(one.id)
    expect(done).toMatchObject({ state: 'applied', counts: { new: 3, joins: 2, bad: 0 } })
    expect(await membersOf('高一（1）班')).toEqual(['2026010101 student', '2026010102 student', 'T2021008 teacher'])
    expect(await membersOf('合唱与配音')).toEqual(['2026010101 student', 'chen teacher'])
    expect((await admin(rosterAdmin.slips, { id: one.id })).list).toHaveLength(3)
    await school.app.events.drain()

    expect(await undo(one.id)).toMatchObject({ state: 'undone', left: [] })
    expect(await guildNames()).toEqual(before)
    expect(await membersOf('合唱与配音')).toEqual([])
    expect((await admin(peopleAdmin.list, {})).list).toEqual([])
    expect(await db.selectFrom('guilds').select('member_count').where('id', '=', choir.id).execute()).toMatchObject([
      { member_count: 0 },
    ])
    await school.app.events.drain()
  })

  test('cut off anywhere it goes on, and nobody and no guild is there twice', async () => {
    const rows = Array.from({ length: 70 }, (_, at) => `20260${100 + at},学生${at},,${at % 2 ? '甲' : '乙'}班,`)
    const { id } = await checked([head, ...rows].join('\n'))
    await admin(rosterAdmin.apply, { id, consent: true })
    // A process that dies: after the guilds and the first handfuls, before the end.
    const { transaction } = school.app.db
    let left = 5
    school.app.db.transaction = () => {
      if ((left -= 1) < 0) throw new Error('cut off')
      return transaction.call(school.app.db)
    }
    await expect(school.app.jobs.run('roster')).rejects.toThrow('cut off')
    school.app.db.transaction = transaction
    const half = await admin(rosterAdmin.get, { id })
    expect([half.state, half.done > 0 && half.done < 70]).toEqual(['applying', true])
    await school.app.jobs.run('roster')
    expect(await admin(rosterAdmin.get, { id })).toMatchObject({ state: 'applied', counts: { new: 70 } })
    expect((await admin(peopleAdmin.list, {})).total).toBe(70)
    expect(await guildNames()).toEqual(['乙班', '甲班'])
    await school.app.events.drain()
    await undo(id)
    expect([(await admin(peopleAdmin.list, {})).total, await guildNames()]).toEqual([0, []])
  })

  test('an undo leaves whoever has logged in, with the guild they are in', async () => {
    const { id } = await checked(text)
    await apply(id)
    await school.app.db.updateTable('users').set({ last_login_at: 1 }).where('username', '=', '2026010101').execute()
    expect((await undo(id)).left).toMatchObject([{ student_no: '2026010101' }, { student_no: '2026010101' }])
    expect([await membersOf('高一（1）班'), await membersOf('合唱与配音')]).toEqual([
      ['2026010101 student'],
      ['2026010101 student'],
    ])
  })
})

test('rows that are asked about are put right where they are shown, alike ones together', async () => {
  const one = await checked(
    [
      head,
      '2026010101,林雨桐,高一（3）班,合唱,学生',
      '2026010102,沈知夏,高一（2）班,合唱,同学',
      '2026010103,王一,高一（2）班,合唱,同学',
      '2026010104,贺兰山,高一（2）班,,学生',
      '2026010101,林雨同,高一（3）班,机器人社,学生',
      '202601,周子墨,高一（3）班,合唱,学生',
      '2026010106,甲一,,合唱,',
      '2026010107,乙二,,合唱,',
    ].join('\n'),
  )
  const { id } = one
  expect(await problemsOf(id)).toEqual([
    [3, '不认得角色「同学」'],
    [4, '不认得角色「同学」'],
    [5, '没有写公会'],
    [6, '同一学号在第2行写的是林雨桐'],
    [7, '学号和其他行不一样长，其他行是10位'],
  ])
  expect((await admin(rosterAdmin.rows, { id, status: 'bad' })).list[0]).toMatchObject({
    cause: 'role_unknown',
    alike: 2,
  })
  const fix = (set: Omit<Input<typeof rosterAdmin.repair>, 'id'>) => admin(rosterAdmin.repair, { id, ...set })
  expect((await fix({ line: 3, alike: true, role: 'student' })).counts).toMatchObject({ bad: 3 })
  expect(await problemsOf(id)).toEqual([
    [5, '没有写公会'],
    [6, '同一学号在第2行写的是林雨桐'],
    [7, '学号和其他行不一样长，其他行是10位'],
  ])
  await fix({ line: 5, guild: null })
  await fix({ line: 6, real_name: '林雨桐' })
  expect((await fix({ line: 7, keep: true })).counts).toMatchObject({ new: 7, joins: 1, bad: 0 })
  await apply(id)
  expect(await membersOf('机器人社')).toEqual(['2026010101 student'])
  expect((await admin(peopleAdmin.list, { keyword: '贺兰山' })).list).toMatchObject([{ guilds: [] }])
})

test('a lost zero is asked about and made good in its row', async () => {
  const { id } = await checked(
    ['学号,姓名', '00120,甲一', '00121,乙二', '00122,丙三', '00123,丁四', '124,戊五'].join('\n'),
  )
  expect(await problemsOf(id)).toEqual([[6, '学号比其他行短，其他行是5位，可能少了前面的0']])
  expect((await admin(rosterAdmin.repair, { id, line: 6, student_no: '00124' })).counts).toMatchObject({ new: 5 })
  await expect(admin(rosterAdmin.repair, { id, line: 99, keep: true })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
})

test('a row of another class than the others of a guild is asked about', async () => {
  const guild = await aGuild(school.app.db, { name: '七（2）班' })
  await aMember(school.app.db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const rows = ['01,甲', '02,乙', '03,丙', '04,丁'].map((row) => `${row},七（2）班`)
  const { id, mapping } = await teacher(rosterAdmin.read, {
    guild_id: guild.id,
    name: '名单',
    text: ['学号,姓名,班级', ...rows, '05,戊,七（3）班'].join('\n'),
  })
  expect((await teacher(rosterAdmin.check, { id, has_header: true, mapping: mapping! })).counts).toMatchObject({
    bad: 1,
  })
  expect((await teacher(rosterAdmin.rows, { id, status: 'bad' })).list).toMatchObject([
    { problem: '班级和其他行不一样，其他行是七（2）班' },
  ])
  expect((await teacher(rosterAdmin.repair, { id, line: 6, keep: true })).counts).toMatchObject({ new: 5 })
})

test('titles above the heads are passed over, and another line can be said to be the heads', async () => {
  const one = await read('某某中学\n高一年级名单\n\n学号,姓名\n0012,林雨桐\n0013,欧阳思源')
  expect(one).toMatchObject({ head_line: 4, columns: ['学号', '姓名'], row_count: 4, sample_lines: [1, 2, 4, 5, 6] })
  expect((await check(one.id, one.mapping!)).counts).toMatchObject({ new: 2, bad: 0 })
  const moved = await admin(rosterAdmin.check, { id: one.id, has_header: true, head_line: 5, mapping: one.mapping! })
  expect([moved.counts?.new, moved.columns]).toEqual([1, ['0012', '林雨桐']])
})

describe('a workbook of several sheets', () => {
  const sheet = (rows: readonly (readonly string[])[]) =>
    `<worksheet><sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells.map((text, column) => cellOf(`${'ABC'[column]}${at + 1}`, text)).join('')}</row>`).join('')}</sheetData></worksheet>`
  const workbook = async (
    heads = ['学号', '姓名'],
    own = ['0012', '林雨桐'],
    second = [
      ['姓名', '班级', '学号'],
      ['欧阳思源', '高一2班', '0013'],
    ],
  ) => {
    const relation = (at: number) =>
      `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at}.xml"/>`
    const file = await archiveOf({
      ...workbookParts({ rows: '' }),
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="高一1班" sheetId="1" r:id="rId1"/><sheet name="高一2班" sheetId="2" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1)}${relation(2)}</Relationships>`,
      'xl/worksheets/sheet1.xml': sheet([heads, own]),
      'xl/worksheets/sheet2.xml': sheet([['高一2班名单'], ...second]),
    })
    return file.toString('base64')
  }

  test('is asked which one, or all; each is read by its own heads', async () => {
    const one = await admin(rosterAdmin.read, { name: '年级.xlsx', file: await workbook() })
    expect(one).toMatchObject({
      sheets: [
        { name: '高一1班', rows: 2 },
        { name: '高一2班', rows: 3 },
      ],
      sheet: 0,
      row_count: 1,
    })
    const second = await admin(rosterAdmin.chooseSheet, { id: one.id, sheet: 1 })
    expect(second).toMatchObject({ sheet: 1, head_line: 2, columns: ['姓名', '班级', '学号'] })
    expect((await check(one.id, second.mapping!)).counts).toMatchObject({ new: 1, bad: 0 })
    const all = await admin(rosterAdmin.chooseSheet, { id: one.id, sheet: null })
    expect((await check(one.id, all.mapping!)).counts).toMatchObject({ new: 2, bad: 0 })
    // The first sheet has no column of classes, and each sheet is named after one.
    expect(all.mapping).toMatchObject({ class_name: null, class_of_sheet: true })
    expect((await admin(rosterAdmin.rows, { id: one.id })).list).toMatchObject([
      { line: 2, sheet: '高一1班', sheet_line: 2, student_no: '0012', class_name: '高一1班' },
      { sheet: '高一2班', sheet_line: 3, student_no: '0013', real_name: '欧阳思源', class_name: '高一2班' },
    ])
    await expect(admin(rosterAdmin.chooseSheet, { id: one.id, sheet: 7 })).rejects.toMatchObject({ reason: 'INVALID' })
  })

  test('in which one alone lacks the class says it by the name of that sheet', async () => {
    const file = await workbook(
      ['学号', '姓名', '班级'],
      ['0012', '林雨桐', '高一（1）班'],
      [
        ['姓名', '学号'],
        ['欧阳思源', '0013'],
      ],
    )
    const one = await admin(rosterAdmin.read, { name: '年级.xlsx', file })
    const all = await admin(rosterAdmin.chooseSheet, { id: one.id, sheet: null })
    await check(one.id, all.mapping!)
    expect((await admin(rosterAdmin.rows, { id: one.id })).list.map(({ class_name }) => class_name)).toEqual([
      '高一（1）班',
      '高一2班',
    ])
  })
})
