import type { Input } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
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

const { checked, apply, undo, problemsOf, membersOf, guildNames } = schoolLists(() => ({ school, admin }))

describe('guilds of a list', () => {
  test('can be renamed, given a teacher, a category and room before they are made; a name that is there means that guild', async () => {
    const { db } = school.app
    const robots = await aGuild(db, { name: '机器人社' })
    await db.updateTable('guilds').set({ capacity: 1 }).where('id', '=', robots.id).execute()
    const { id } = await checked(
      ['学号,姓名,公会', '01,甲,高一1班', '02,乙,机器人', '03,丙,机器人', '04,丁,机器人社'].join('\n'),
    )
    const settle = (set: Omit<Input<typeof rosterAdmin.settleGuild>, 'id'>) =>
      admin(rosterAdmin.settleGuild, { id, ...set })
    expect(await settle({ key: '高一1班', name: '高一（1）班', teacher_id: chen.id })).toContainEqual(
      expect.objectContaining({ name: '高一（1）班', is_new: true, attention: [] }),
    )
    expect(await settle({ key: '机器人', name: '机器人社' })).toContainEqual(
      expect.objectContaining({ key: '机器人', is_new: false, guild_id: robots.id }),
    )
    await settle({ key: '机器人社', capacity: 45 })
    const student = await aUser(db, { password_hash: '-' })
    for (const not of [
      { key: '没有', capacity: 45 },
      { key: '机器人社', category_id: 999_999 },
      { key: '高一1班', teacher_id: student.id },
    ])
      await expect(settle(not), JSON.stringify(not)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    await apply(id)
    expect(await membersOf('高一（1）班')).toEqual(['01 student', 'chen teacher'])
    expect(await membersOf('机器人社')).toHaveLength(3)
    await undo(id)
    expect(await guildNames()).toEqual(['机器人社'])
    const { capacity } = await db.selectFrom('guilds').select('capacity').executeTakeFirstOrThrow()
    expect(capacity).toBe(1)
  })

  test('and roles are an administrator’s to name: a teacher’s list has neither', async () => {
    const guild = await aGuild(school.app.db)
    await aMember(school.app.db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
    const text = `${head}\n2026010101,林雨桐,,别的公会,教师`
    const { id, mapping, not_read } = await teacher(rosterAdmin.read, { guild_id: guild.id, name: '名单', text })
    // This is reported, because the list’s author would expect these columns to be used.
    expect(not_read).toEqual(['班级/社团', '身份'])
    expect((await admin(rosterAdmin.read, { guild_id: null, name: '名单', text })).not_read).toEqual([])
    expect([mapping?.guild, mapping?.role]).toEqual([undefined, undefined])
    for (const part of ['guild', 'role'])
      await expect(
        teacher(rosterAdmin.check, { id, has_header: true, mapping: { ...mapping!, [part]: 4 } }),
      ).rejects.toMatchObject({ reason: 'ROLE' })
    await teacher(rosterAdmin.check, { id, has_header: true, mapping: mapping! })
    await expect(teacher(rosterAdmin.repair, { id, line: 2, role: 'teacher' })).rejects.toMatchObject({
      reason: 'ROLE',
    })
    await expect(teacher(rosterAdmin.guilds, { id })).rejects.toMatchObject({ reason: 'ROLE' })
  })
})

test('a list makes nobody a teacher who has an account that is none, and appoints no student of the guild', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '合唱' })
  const member = await aUser(db, { username: '0012', student_no: '0012' })
  await aMember(db, { guild_id: guild.id, user_id: member.id })
  const { id } = await checked(['学号,姓名,公会,角色', '0012,林雨桐,合唱,教师', '0012,林雨桐,合唱,助教'].join('\n'))
  expect(await problemsOf(id)).toEqual([
    [2, '这个账号不是教师，身份不能从名单里改'],
    [3, '与第2行学号相同'],
  ])
  const second = await checked(['学号,姓名,公会,角色', '0012,林雨桐,合唱,助教'].join('\n'))
  expect(await problemsOf(second.id)).toEqual([[2, '已经是这个公会的学生，请在公会里任命']])
})

test('guilds that a list makes have flags of their own, and drawings of what their names say', async () => {
  const lines = ['高一（1）班', '高一（2）班', '高一（3）班', '数学建模组'].map(
    (name, at) => `010${at},同学${at},${name}`,
  )
  const { id } = await checked(['学号,姓名,公会', ...lines].join('\n'))
  await apply(id)
  const made = await school.app.db.selectFrom('guilds').select(['name', 'glyph', 'flag', 'subject']).execute()
  const lookOf = ({ glyph, flag }: { glyph: string; flag: string }) => [glyph, ...flag.split('-').slice(0, 2)].join(' ')
  expect(new Set(made.map(lookOf)).size).toBe(4)
  expect(made.map(({ name, glyph, subject }) => `${name} ${glyph} ${subject}`).toSorted()).toEqual([
    '数学建模组 sigma math',
    '高一（1）班 class class',
    '高一（2）班 class class',
    '高一（3）班 class class',
  ])
})
