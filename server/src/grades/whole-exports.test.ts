import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { gridTable } from './export-table.ts'
import { MAX_STUDENTS, MAX_TASKS } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A guild with a teacher and a student who passed the oldest of so many tasks. */
const aGuildOf = async (tasks: number, name = '数学建模组') => {
  const { db } = school.app
  const guild = await aGuild(db, { name })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const student = await aUser(db, { student_no: '0001', real_name: '林雨桐' })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const oldest = await aTask(db, { guild_id: guild.id, title: '任务1' })
  const done = { state: 'passed', score: 77, percent_final: 77, released_at: school.clock.now() } as const
  await anEnrolment(db, oldest, { user_id: student.id, ...done })
  for (let n = 2; n <= tasks; n += 1) await aTask(db, { guild_id: guild.id, title: `任务${n}` })
  return { guild, teacher, student }
}

/** Adds that many students to a guild, copied from the existing one. */
const addMates = async (guild_id: number, like: number, mates: number) => {
  const { db } = school.app
  const { id: _, ...person } = await db.selectFrom('users').selectAll().where('id', '=', like).executeTakeFirstOrThrow()
  const place = { guild_id, role: 'student', status: 'member', origin: 'own', joined_at: 1, created_at: 1 } as const
  for (let at = 0; at < mates; at += 500) {
    const people = Array.from({ length: Math.min(500, mates - at) }, (_one, n) => `mate${at + n}`)
    const made = await db
      .insertInto('users')
      .values(people.map((username) => ({ ...person, username, username_key: username, student_no: username })))
      .returning('id')
      .execute()
    await db
      .insertInto('guild_members')
      .values(made.map(({ id: user_id }) => ({ ...place, user_id })))
      .execute()
  }
}

const bodyOf = async (asked: object, { id }: { id: number }, role: 'teacher' | 'admin') => {
  const token = await school.signIn({ id }, { audience: 'admin', role })
  const { url } = await school.with(token)(gradesAdmin.exportGrades, { ...asked, format: 'csv' })
  const answer = await school.inject({ method: 'GET', url, headers: { cookie: `admin_token=${token}` } })
  return answer.body.replace('\ufeff', '').split('\r\n').filter(Boolean)
}

test('a teacher of a guild with more tasks than a screen shows takes all of them along, and so does the list of the school', async () => {
  const { guild, teacher } = await aGuildOf(MAX_TASKS + 3)
  const [heads, row] = await bodyOf({ guild_id: guild.id }, teacher, 'teacher')
  expect(heads?.split(',')).toHaveLength(4 + MAX_TASKS + 3)
  expect(heads).toMatch(/^学号,姓名,班级,均分,任务1,任务2,/)
  expect(row).toMatch(/^\t0001,林雨桐,[^,]*,77,77,/)
  const admin = await aUser(school.app.db, { roles: ['admin'] })
  expect(await bodyOf({}, admin, 'admin')).toContainEqual(
    expect.stringMatching(/^数学建模组,任务1,,\t0001,林雨桐,.*,已通过,77,100,$/),
  )
})

test('a teacher of more students than a screen shows takes all of them along, of each of the guilds', async () => {
  const { guild, teacher, student } = await aGuildOf(1, '一班')
  await addMates(guild.id, student.id, MAX_STUDENTS + 1)
  const two = await aGuild(school.app.db, { name: '二班' })
  await aMember(school.app.db, { guild_id: two.id, user_id: teacher.id, role: 'teacher' })
  const late = await aUser(school.app.db, { student_no: 'z9' })
  await aMember(school.app.db, { guild_id: two.id, user_id: late.id })
  expect(await bodyOf({ guild_id: guild.id }, teacher, 'teacher')).toHaveLength(1 + MAX_STUDENTS + 2)
  const across = await bodyOf({ across: true }, teacher, 'teacher')
  expect(across).toHaveLength(1 + MAX_STUDENTS + 3)
  expect(across.filter((line) => line.includes('z9,'))).toHaveLength(1)
})

test('a table that has no room for all tasks says in its last line how many are left out', async () => {
  const { guild } = await aGuildOf(5)
  const asked = {
    guilds: [{ ...guild, name: '数学建模组' }],
    across: false,
    comments: false,
    language: 'zh-CN',
  } as const
  const tableOf = (most: number) => gridTable(school.app.db, { ...asked, now: school.clock.now() }, most)
  const { heads, rows } = await tableOf(3)
  expect(heads.slice(4)).toEqual(['任务3', '任务4', '任务5'])
  expect((await Array.fromAsync(rows)).at(-1)).toEqual(['还有2个更早的任务没有列出，请按公会或任务类型分开导出'])
  expect(await Array.fromAsync((await tableOf(5)).rows)).toHaveLength(1)
})

test('a teacher of two classes tells their tasks of the same name apart in one table', async () => {
  const { teacher } = await aGuildOf(2, '一班')
  const two = await aGuild(school.app.db, { name: '二班' })
  await aMember(school.app.db, { guild_id: two.id, user_id: teacher.id, role: 'teacher' })
  await aTask(school.app.db, { guild_id: two.id, title: '任务2' })
  const [heads] = await bodyOf({ across: true }, teacher, 'teacher')
  expect(heads).toBe('学号,姓名,班级,公会,均分,任务1,任务2（一班）,任务2（二班）')
})

test('a teacher reads beside the mean in percent which task is out of how much', async () => {
  const { guild, teacher } = await aGuildOf(1)
  await aTask(school.app.db, { guild_id: guild.id, title: '默写', max_score: 40 })
  const [heads] = await bodyOf({ guild_id: guild.id }, teacher, 'teacher')
  expect(heads).toBe('学号,姓名,班级,均分,任务1,默写（满分40）')
})
