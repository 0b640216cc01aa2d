import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { cellOf, workbookOf } from '../testing/hostile-files.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild_id: number
let teacher: School['send']

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild_id = (await aGuild(db)).id
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id, user_id: chen.id, role: 'teacher' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
})
afterEach(() => school.close())

const read = (file: Buffer) => teacher(rosterAdmin.read, { guild_id, name: '名单.xlsx', file: file.toString('base64') })

test.each<[what: string, make: () => Promise<Buffer>, says: RegExp]>([
  [
    'two cells at the two ends of a sheet',
    () =>
      workbookOf({ rows: `<row r="1">${cellOf('A1', 'a')}</row><row r="1048576">${cellOf('XFD1048576', 'b')}</row>` }),
    /超出了5000行或50列/,
  ],
  [
    'one cell of 60 MB',
    () => workbookOf({ rows: `<row r="1">${cellOf('A1', 'a'.repeat(60 * 2 ** 20))}</row>` }),
    /超过4 MB/,
  ],
])(
  'a teacher whose list is %s is told so, nobody waits meanwhile, and the next list is read',
  async (_what, make, says) => {
    const file = await make()
    const { result, stallMs } = await stallOf(() => read(file).catch((error: unknown) => error))
    expect(result).toMatchObject({ reason: 'INVALID', message: expect.stringMatching(says) })
    expect(stallMs).toBeLessThan(noticeableMs)
    const list = await workbookOf({
      rows: `<row r="1">${cellOf('A1', '学号')}${cellOf('B1', '姓名')}</row><row r="2">${cellOf('A2', '0012')}${cellOf('B2', '林雨桐')}</row>`,
    })
    expect(await read(list)).toMatchObject({
      row_count: 1,
      columns: ['学号', '姓名'],
      sample: [
        ['学号', '姓名'],
        ['0012', '林雨桐'],
      ],
    })
  },
)

test('while a teacher imports the largest list there can be, nobody waits for it', async () => {
  const row = Array.from({ length: 50 }, (_, at) => `值${at}`).join(',')
  const text = `${row}\n`.repeat(5_000)
  const { result, stallMs } = await stallOf(() =>
    teacher(rosterAdmin.read, { guild_id, name: '名单.csv', file: Buffer.from(text).toString('base64') }),
  )
  expect(result.row_count).toBe(5_000)
  expect(stallMs).toBeLessThan(noticeableMs)
})

test('a row that goes on for ever is named by its number, and the others of the list come in', async () => {
  const text = [
    '学号,姓名,邮箱',
    '0012,林雨桐,',
    `0013,${'沈'.repeat(30_000)},`,
    '0014,周亦然,',
    `0015,许文,${'a'.repeat(150)}@example.com.cn${'.cn'.repeat(20_000)}`,
  ].join('\n')
  const { id } = await teacher(rosterAdmin.read, { guild_id, name: '名单.csv', text })
  const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null, email: 2 }
  const { counts } = await teacher(rosterAdmin.check, { id, has_header: true, mapping })
  expect(counts).toMatchObject({ new: 2, bad: 2 })
  const { list } = await teacher(rosterAdmin.rows, { id, status: 'bad' })
  expect(list).toMatchObject([
    { sheet_line: 3, student_no: '0013', problem: '姓名超过30个字' },
    { sheet_line: 5, student_no: '0015', problem: '邮箱地址不对' },
  ])
})
