import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { schoolLists } from '../testing/school-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(db(), { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const db = () => school.app.db
const { checked, apply } = schoolLists(() => ({ school, admin }))
const head = '学号,姓名,班级'
const student = (student_no: string, real_name: string, organization_name: string, given = {}) =>
  aUser(db(), { username: student_no, student_no, real_name, organization_name, ...given })

test('an administrator who imports the list of a new term reads who of its classes is not on it any more', async () => {
  await student('2026101', '林雨桐', '七年级2班')
  await student('2026102', '周予安', '七年级2班')
  await student('2026103', '沈星河', '七年级10班')
  await student('2026104', '欧阳思源', '七年级2班', { status: 'disabled' })
  await student('2026105', '陈晓', '七年级3班')
  await aUser(db(), { real_name: '许老师', organization_name: '七年级2班', roles: ['teacher'] })
  await student('2026106', '何浩然', '七年级10班')
  const list = [head, '2026101,林雨桐,七年级2班', '2026106,何浩然,七年级10班', '2026107,新同学,七年级10班'].join('\n')
  const absent = {
    count: 2,
    people: [
      { student_no: '2026102', real_name: '周予安', class_name: '七年级2班' },
      { student_no: '2026103', real_name: '沈星河', class_name: '七年级10班' },
    ],
  }
  const one = await checked(list)
  expect(one.absent).toEqual(absent)
  expect((await apply(one.id)).absent).toEqual(absent)
  const { status } = await db()
    .selectFrom('users')
    .select('status')
    .where('student_no', '=', '2026102')
    .executeTakeFirstOrThrow()
  expect(status).toBe('normal')
})

test('a list of a few newcomers, and a student whose row has a mistake, name nobody as gone', async () => {
  for (const at of [1, 2, 3]) await student(`202610${at}`, `同学${at}`, '七年级2班')
  expect((await checked([head, '2026109,新同学,七年级2班', '2026101,同学1,七年级2班'].join('\n'))).absent.count).toBe(0)
  const other = ['2026101,同学1,七年级2班', '2026102,同学2,七年级2班', '2026103,别的名字,七年级2班']
  const one = await checked([head, ...other].join('\n'))
  expect([one.counts?.bad, one.absent.count]).toEqual([1, 0])
})

test('a teacher reads of her own students only', async () => {
  const guild = await aGuild(db())
  const teacher = await aUser(db(), { roles: ['teacher'] })
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  for (const at of [1, 2, 3]) {
    const { id } = await student(`202610${at}`, `同学${at}`, '七年级2班')
    if (at < 3) await aMember(db(), { guild_id: guild.id, user_id: id, origin: 'school' })
  }
  const as = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const text = [head, '2026101,同学1,七年级2班'].join('\n')
  const { id, mapping } = await as(rosterAdmin.read, { guild_id: guild.id, name: '名单.csv', text })
  const { absent } = await as(rosterAdmin.check, { id, has_header: true, mapping: mapping! })
  expect(absent.people.map(({ real_name }) => real_name)).toEqual(['同学2'])
})
