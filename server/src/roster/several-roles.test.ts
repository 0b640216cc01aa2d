import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { schoolLists } from '../testing/school-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'

// Several rows for one number in one list: the outcome depends neither on their order nor on their distance.

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(school.app.db, { username: 'head', roles: ['admin'] }), {
    audience: 'admin',
    role: 'admin',
  })
})
afterEach(() => school.close())

const { checked, apply, undo, problemsOf, membersOf, guildNames } = schoolLists(() => ({ school, admin }))

const heads = '学号,姓名,班级,公会,角色'
const between = Array.from({ length: 45 }, (_, at) => `08${String(at).padStart(2, '0')},同学${at},三班,三班,学生`)
const lin = async () => {
  const { db } = school.app
  const user = await db
    .selectFrom('users')
    .select(['id', 'student_no', 'nickname_given', 'organization_name'])
    .where('username_key', '=', '0101')
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', user.id)
    .orderBy('role')
    .execute()
  const { id: _, nickname_given, ...said } = user
  return { ...said, nickname_given: Boolean(nickname_given), roles: roles.map(({ role }) => role).join() }
}
const asStudent = '0101,林雨桐,三班,三班,学生'
const asAssistant = '0101,林雨桐,,信息学社,助教'

test.each<[order: string, rows: string[]]>([
  ['first as an assistant', [asAssistant, asStudent]],
  ['first as a student', [asStudent, asAssistant]],
  ['first as an assistant, and long after as a student', [asAssistant, ...between, asStudent]],
  ['first as a student, and long after as an assistant', [asStudent, ...between, asAssistant]],
])('a student who is named %s is both, with number and class', async (_order, rows) => {
  const { id, counts } = await checked([heads, ...rows].join('\n'))
  expect(counts).toMatchObject({ new: rows.length - 1, joins: 1, bad: 0 })
  expect((await apply(id)).counts).toMatchObject({ new: rows.length - 1, joins: 1, bad: 0 })
  expect(await lin()).toEqual({
    student_no: '0101',
    nickname_given: true,
    organization_name: '三班',
    roles: 'assistant,student',
  })
  expect([await membersOf('信息学社'), (await membersOf('三班'))[0]]).toEqual([['0101 assistant'], '0101 student'])
  expect(await undo(id)).toMatchObject({ state: 'undone', left: [] })
  expect(await guildNames()).toEqual([])
})

test('nobody is student here and teacher there: the later row is asked about, and put right where it stands', async () => {
  const { id } = await checked(
    [heads, asStudent, '0101,林雨桐,,信息学社,教师', 'T1,许安然,,信息学社,教师', 'T1,许安然,,三班,学生'].join('\n'),
  )
  expect((await admin(rosterAdmin.rows, { id, status: 'bad' })).list).toMatchObject([
    { line: 3, cause: 'two_roles', other: 'student', other_line: 2 },
    { line: 5, cause: 'two_roles', other: 'teacher', other_line: 4 },
  ])
  expect((await problemsOf(id))[0]).toEqual([3, '同一学号在第2行是另一种角色，学生和教师不能是同一个账号'])
  await admin(rosterAdmin.repair, { id, line: 5, role: 'teacher' })
  await apply(id)
  expect([await lin(), await membersOf('信息学社'), await membersOf('三班')]).toMatchObject([
    { roles: 'student' },
    ['T1 teacher'],
    ['0101 student', 'T1 teacher'],
  ])
})

test('who teaches in one guild and assists in another is a teacher, whichever row comes first', async () => {
  const { id } = await checked([heads, 'T1,许安然,,信息学社,助教', ...between, 'T1,许安然,,三班,教师'].join('\n'))
  expect((await apply(id)).counts).toMatchObject({ bad: 0 })
  expect([await membersOf('信息学社'), (await membersOf('三班')).at(-1)]).toEqual([['T1 assistant'], 'T1 teacher'])
})
