import { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { aTask } from '../../tasks/factory.ts'
import type { Task } from '../../tasks/rules.ts'
import { makeSet } from '../../tasks/sets/set-store.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'

let school: School
let here: Task
let there: Task
let student: { id: number }
let teachers: { here: { id: number }; there: { id: number } }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  const [one, two] = [await aGuild(db(), { name: '高一（1）班' }), await aGuild(db(), { name: '口语社' })]
  teachers = {
    here: await aPersonIn(db(), { guild_id: one.id, role: 'teacher' }),
    there: await aPersonIn(db(), { guild_id: two.id, role: 'teacher' }),
  }
  student = await aUser(db(), { student_no: `s${one.id}` })
  for (const { id } of [one, two]) await aMember(db(), { guild_id: id, user_id: student.id })
  const set_id = await makeSet(db(), { owner_id: teachers.here.id, title: '口语测试', now: firstBell })
  const given = { title: '口语测试', channel: 'offline', set_id, hold: true } as const
  here = await aTask(db(), { guild_id: one.id, ...given })
  there = await aTask(db(), { guild_id: two.id, ...given })
})
afterAll(() => school.close())

const db = () => school.app.db
const staff = (where: 'here' | 'there') => school.as(teachers[where], { audience: 'admin', role: 'teacher' })
const type = (where: 'here' | 'there', score: number | null, base_version = 0) =>
  staff(where)(enteredResultsAdmin.set, {
    task_id: where === 'here' ? here.id : there.id,
    user_id: student.id,
    base_version,
    score,
  })
const cellHere = async () =>
  (await staff('here')(gradesAdmin.grid, { guild_id: here.guild_id })).students.list.find(
    (row) => row.student.user_id === student.id,
  )?.cells[0]?.mark

test('what is typed in another class is not typed here too, held or told', async () => {
  // A result typed here for another student changes nothing.
  const mate = await aPersonIn(db(), { guild_id: here.guild_id, role: 'student' })
  await staff('here')(enteredResultsAdmin.set, { task_id: here.id, user_id: mate.id, base_version: 0, score: 60 })
  await type('there', 80)
  expect(await reasonOf(type('here', 70))).toBe('DONE_ELSEWHERE')
  expect(await cellHere()).toBe('elsewhere')
  // Held or not, the student’s page is unchanged.
  expect((await school.as(student)(studentTask.detail, { id: here.id })).task.state).toBe('doing')
  await staff('there')(reviewsAdmin.release, { task_id: there.id })
  expect(await reasonOf(type('here', 70))).toBe('DONE_ELSEWHERE')
  expect(await cellHere()).toBe('elsewhere')
  const rows = await db().selectFrom('enrolments').select('task_id').where('user_id', '=', student.id).execute()
  expect(rows).toEqual([{ task_id: there.id }])
})

test('what a teacher took away in another class can be typed in this one', async () => {
  await type('there', 80)
  await type('there', null, 1)
  expect(await type('here', 70)).toMatchObject({ version: 1, score: 70 })
  expect(await reasonOf(type('there', 80, 2))).toBe('DONE_ELSEWHERE')
})

test('typed in both classes at the same moment, one of them has it', async () => {
  const both = await Promise.all([reasonOf(type('here', 70)), reasonOf(type('there', 80))])
  expect(both.toSorted()).toEqual(['DONE_ELSEWHERE', 'done'])
})

test('a row of a table for a student of another class is named, and writes nothing', async () => {
  await type('there', 80)
  const { read, check, apply } = enteredImportsAdmin
  const text = `学号,姓名,分数\ns${here.guild_id},,90`
  const { id } = await staff('here')(read, { task_id: here.id, name: '口语.csv', text })
  const mapping = { student_no: 0, score: 2, text: null }
  expect((await staff('here')(check, { id, has_header: true, mapping })).counts).toMatchObject({ new: 0, bad: 1 })
  const { list } = await staff('here')(enteredImportsAdmin.rows, { id, status: 'bad' })
  expect(list).toMatchObject([{ problem: '在另一个班做这个任务' }])
  await reasonOf(staff('here')(apply, { id }))
  expect(await cellHere()).toBe('elsewhere')
})

test('a class that was taken out of the set stands for itself, and a draft that went to the bin takes nothing', async () => {
  await type('there', 80)
  await staff('here')(taskSetsAdmin.takeOut, { id: here.id })
  expect(await type('here', 70)).toMatchObject({ score: 70 })
  await db().updateTable('tasks').set({ status: 'draft' }).where('id', '=', there.id).execute()
  await staff('there')(taskSetsAdmin.takeOut, { id: there.id })
  expect(await reasonOf(type('there', 90, 1))).toBe('STATE')
})
