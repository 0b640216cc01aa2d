import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSession, aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
let chen: { id: number }
let lin: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(db())
  chen = await aUser(db(), { roles: ['teacher'] })
  await aMember(db(), { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  lin = await aStudent('0012', {
    real_name: '林雨桐',
    organization_name: '七（1）班',
    email: 'lin@s.cn',
    email_given: true,
  })
})
afterEach(() => school.close())

const db = () => school.app.db
const aStudent = async (student_no: string, given: object) => {
  const student = await aUser(db(), { student_no, ...given })
  await aMember(db(), { guild_id: guild.id, user_id: student.id })
  return student
}
const teacher = () => school.as(chen, { audience: 'admin', role: 'teacher' })
const fetched = async (url: string, who: { id: number } = chen) => {
  const token = await aSession(db(), who, { audience: 'admin', role: 'teacher' })
  return school.inject({ url, headers: { token } })
}
const linesOf = async (input: object) => {
  const { url } = await teacher()(peopleAdmin.exportList, { format: 'csv', ...input })
  return (await fetched(url)).body.replace('\ufeff', '').trimEnd().split('\r\n')
}
const head = '学号,姓名,班级,邮箱,邮箱状态,上次登录'

test('a student whose number has eighteen digits keeps all of them when a spreadsheet opens and saves the list', async () => {
  await aStudent('330101200801011234', { real_name: '周予安', organization_name: '七（2）班' })
  expect((await linesOf({ class_name: '七（2）班' }))[1]).toMatch(/^\t330101200801011234,周予安/)
})

test('the students who are selected, or all whom the filter finds, are a table with the columns an import reads', async () => {
  const zhou = await aStudent('0013', {
    real_name: '周予安',
    organization_name: '七（2）班',
    email: 'own@z.cn',
    email_confirmed: true,
  })
  expect(await linesOf({})).toEqual([
    head,
    '\t0012,林雨桐,七（1）班,lin@s.cn,未确认,从未登录',
    '\t0013,周予安,七（2）班,,已确认,从未登录',
  ])
  expect((await linesOf({ user_ids: [zhou.id] })).slice(1)).toHaveLength(1)
  expect((await linesOf({ class_name: '七（1）班' })).slice(1)).toEqual([expect.stringContaining('林雨桐')])
  expect((await linesOf({ sort: 'class', descending: true }))[1]).toContain('周予安')
  const { url } = await teacher()(peopleAdmin.exportList, { format: 'xlsx', user_ids: [lin.id] })
  const book = await fetched(url)
  expect(book.headers['content-disposition']).toMatch(/\.xlsx/)
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('what somebody typed is no formula in the table', async () => {
  await aStudent('0014', { real_name: '=1+1', organization_name: '@cmd' })
  expect((await linesOf({})).at(-1)).toBe("\t0014,'=1+1,'@cmd,,未填,从未登录")
})

test('nobody is in the table whom its reader is not in charge of, also when that changed after the address was made', async () => {
  const stranger = await aUser(db(), { real_name: '沈星河', student_no: '0099' })
  expect(await linesOf({ user_ids: [stranger.id, lin.id] })).toEqual([head, expect.stringContaining('林雨桐')])
  const foreign = await aGuild(db())
  expect(await reasonOf(teacher()(peopleAdmin.exportList, { format: 'csv', guild_id: foreign.id }))).toBe('NOT_FOUND')
  const { url } = await teacher()(peopleAdmin.exportList, { format: 'csv' })
  await db().updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', lin.id).execute()
  expect((await fetched(url)).body).not.toContain('林雨桐')
  const other = await aUser(db(), { roles: ['teacher'] })
  expect((await fetched(url, other)).json()).toMatchObject({ code: 0, data: { reason: 'NOT_FOUND' } })
})

test('who took a list away is on record', async () => {
  await teacher()(peopleAdmin.exportList, { format: 'csv', user_ids: [lin.id] })
  const rows = await db().selectFrom('audit_entries').select(['call', 'user_id']).execute()
  expect(rows).toContainEqual({ call: '/api/admin/person/export', user_id: chen.id })
})
