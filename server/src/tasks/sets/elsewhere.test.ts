import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { reasonOf, refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'
import type { Task } from '../rules.ts'
import { makeSet } from './set-store.ts'

const day = 24 * 3_600_000
const now = firstBell

let school: School
let one: { id: number; name: string }
let two: { id: number; name: string }
let here: Task
let there: Task
let student: { id: number }
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  one = await aGuild(db(), { name: '高一（1）班', join_policy: 'open' })
  two = await aGuild(db(), { name: '竞赛班', join_policy: 'open' })
  teacher = await aPersonIn(db(), { guild_id: two.id, role: 'teacher' })
  student = await aUser(db())
  const joined_at = now - 30 * day
  for (const { id } of [one, two]) await aMember(db(), { guild_id: id, user_id: student.id, joined_at })
  const set_id = await makeSet(db(), { owner_id: teacher.id, title: '食堂排队', now })
  const given = { title: '食堂排队', type: 'main', set_id, due_at: now + 5 * day, close_at: now + 5 * day } as const
  there = await aTask(db(), { guild_id: one.id, ...given })
  here = await aTask(db(), { guild_id: two.id, ...given })
})
afterAll(() => school.close())

const db = () => school.app.db
const by = () => school.as(student)
const staff = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const accept = (task: Task) => by()(tasks.accept, { id: task.id })
const cardsIn = async (guild_id: number) => (await by()(tasks.listByGuild, { guild_id })).list
const missingHere = async () => (await staff()(reviewToolsAdmin.missing, { task_id: here.id })).list
const cellHere = async () => {
  const { students, tasks: columns } = await staff()(gradesAdmin.grid, { guild_id: two.id })
  const row = students.list.find(({ student: { user_id } }) => user_id === student.id)
  return { cell: row?.cells.find(({ t }) => columns[t]?.id === here.id), average: row?.average }
}

test('a student in two classes of a set does the task where they accept first, and the other class expects nothing', async () => {
  expect((await cardsIn(two.id)).map(({ state }) => state)).toEqual(['available'])
  await accept(there)
  expect(await cardsIn(two.id)).toMatchObject([
    { state: 'elsewhere', lock: [{ reason: 'OTHER_CLASS', text: '高一（1）班' }] },
  ])
  expect(await by()(studentTask.detail, { id: here.id })).toMatchObject({
    task: { state: 'elsewhere' },
    can: { accept: false, submit: false, ask_extension: false },
  })
  expect(await refusal(accept(here))).toMatchObject({ reason: 'OTHER_CLASS', data: { guild: '高一（1）班' } })
  expect(await missingHere()).toEqual([])
  school.clock.set(now + 6 * day)
  expect(await missingHere()).toEqual([])
  expect(await cellHere()).toEqual({
    cell: expect.objectContaining({ mark: 'elsewhere', score: null, submit_id: null }),
    average: null,
  })
  const asks = { task_id: here.id, reason: '这周生病了，晚几天', wanted_until: new Date(now + 9 * day).toISOString() }
  expect(await reasonOf(by()(reviews.askExtension, asks))).toBe('STATE')
})

test('the list of all tasks has one card for a task given to two classes, before and after it is accepted', async () => {
  const all = async () => (await by()(tasks.listByGuild, {})).list.map(({ guild_id, state }) => [guild_id, state])
  expect(await all()).toHaveLength(1)
  await accept(here)
  expect(await all()).toEqual([[two.id, 'doing']])
})

test('a student whose work waits in a class they have left still finds its task in the list of all their tasks', async () => {
  const three = await aGuild(db())
  await aMember(db(), { guild_id: three.id, user_id: student.id })
  const set_id = await makeSet(db(), { owner_id: teacher.id, title: '观察日记', now })
  const others = [two, three].map(({ id }) => aTask(db(), { guild_id: id, title: '观察日记', set_id }))
  await Promise.all(others)
  await anEnrolment(db(), there, { user_id: student.id, state: 'submitted' })
  await by()(guilds.leave, { guild_id: one.id })
  await school.app.events.drain()
  const all = (await by()(tasks.listByGuild, {})).list.map(({ title, state }) => [title, state])
  expect(all).toHaveLength(2)
  expect(all).toContainEqual(['食堂排队', 'elsewhere'])
})

test('a student who gives up or leaves in one class can accept in the other, and stays there after rejoining the first', async () => {
  await accept(there)
  await by()(tasks.abort, { id: there.id, reason: '换一个班做' })
  expect((await cardsIn(two.id))[0]?.state).toBe('available')
  await accept(there)
  await by()(guilds.leave, { guild_id: one.id })
  await school.app.events.drain()
  expect((await cardsIn(two.id))[0]?.state).toBe('available')
  await accept(here)
  await by()(guilds.join, { guild_id: one.id })
  await school.app.events.drain()
  expect((await cardsIn(one.id))[0]?.state).toBe('elsewhere')
  expect((await cardsIn(two.id))[0]?.state).toBe('doing')
})

test('a student whose task expired in a class can do it in another only after leaving the first, and not in both', async () => {
  await accept(there)
  await db()
    .updateTable('tasks')
    .set({ due_at: now + 20 * day, close_at: now + 20 * day })
    .where('id', '=', here.id)
    .execute()
  school.clock.set(now + 6 * day)
  await school.app.jobs.run('tasks.expire')
  const stateHere = async () => (await cardsIn(two.id))[0]?.state
  expect(await stateHere()).toBe('elsewhere')
  expect((await cellHere()).cell?.mark).toBe('elsewhere')
  await by()(guilds.leave, { guild_id: one.id })
  await school.app.events.drain()
  expect(await stateHere()).toBe('available')
  expect((await cellHere()).cell?.mark).not.toBe('elsewhere')
  expect((await missingHere()).map(({ student: { user_id } }) => user_id)).toEqual([student.id])
  await accept(here)
  const leads = await aPersonIn(db(), { guild_id: one.id, role: 'teacher' })
  const gives = { user_ids: [student.id], reason: '补交', until: new Date(now + 9 * day).toISOString() }
  const extend = (task: Task, by: { id: number }) =>
    school.as(by, { audience: 'admin', role: 'teacher' })(tasksAdmin.extend, { task_id: task.id, ...gives })
  expect(await refusal(extend(there, leads))).toMatchObject({ reason: 'STATE', data: { state: 'elsewhere' } })
  await extend(here, teacher)
})

test('a student who began in a class that is archived starts again in the other one, unless they submitted something', async () => {
  const other = await aUser(db())
  for (const { id } of [one, two]) await aMember(db(), { guild_id: id, user_id: other.id, joined_at: now - 30 * day })
  await accept(there)
  const row = await anEnrolment(db(), there, { user_id: other.id, state: 'expired' })
  await db().updateTable('enrolments').set({ attempts: 1, version_count: 1 }).where('id', '=', row.id).execute()
  const head = await aPersonIn(db(), { guild_id: one.id, role: 'teacher' })
  await school.as(head, { audience: 'admin', role: 'teacher' })(termsAdmin.archiveGuild, { guild_id: one.id })
  await school.app.jobs.run('tasks.expire')
  expect(await reasonOf(school.as(other)(tasks.accept, { id: here.id }))).toBe('OTHER_CLASS')
  await accept(here)
  expect((await cellHere()).cell?.mark).not.toBe('elsewhere')
})

test('a student who accepts in both classes at the same moment has accepted in one of them', async () => {
  const both = await Promise.allSettled([accept(there), accept(here)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rows = await db().selectFrom('enrolments').select('task_id').where('user_id', '=', student.id).execute()
  expect(rows).toHaveLength(1)
})

test('a prerequisite that a student does in another class does not lock the next task', async () => {
  const next = await aTask(db(), { guild_id: two.id, title: '下一步', requires: [here.id] })
  const stateOf = async () => (await cardsIn(two.id)).find(({ id }) => id === next.id)?.state
  expect(await stateOf()).toBe('locked')
  await accept(there)
  expect(await stateOf()).toBe('available')
  await accept(next)
})

test('staff cannot extend or excuse a student who works in another class; once that task is in the bin the student is missing here', async () => {
  await accept(there)
  const until = new Date(now + 9 * day).toISOString()
  const extend = () => staff()(tasksAdmin.extend, { task_id: here.id, user_ids: [student.id], reason: '晚几天', until })
  expect(await reasonOf(extend())).toBe('STATE')
  expect((await cellHere()).cell?.mark).toBe('elsewhere')
  const excuse = { task_id: here.id, user_ids: [student.id], reason: '在那个班做' }
  expect(await reasonOf(staff()(tasksAdmin.excuse, excuse))).toBe('STATE')
  await db().updateTable('tasks').set({ status: 'trashed' }).where('id', '=', there.id).execute()
  expect((await cellHere()).cell?.mark).not.toBe('elsewhere')
  expect((await missingHere()).map(({ student: { user_id } }) => user_id)).toEqual([student.id])
  await extend()
})

test('a student with rows in both classes has the state and score of each class shown in that class', async () => {
  await anEnrolment(db(), there, { user_id: student.id, state: 'submitted' })
  await anEnrolment(db(), here, { user_id: student.id, state: 'passed' })
  expect((await cardsIn(two.id))[0]?.state).toBe('passed')
  expect((await cellHere()).cell).toMatchObject({ mark: 'passed', score: 80 })
})

test('a student in two classes gets one message about a new task, from the first class', async () => {
  await aMember(db(), { guild_id: one.id, user_id: teacher.id, role: 'teacher' })
  const only = await aPersonIn(db(), { guild_id: two.id, role: 'student' })
  await db()
    .updateTable('tasks')
    .set({ status: 'draft', open_at: null })
    .where('id', 'in', [here.id, there.id])
    .execute()
  await staff()(taskEditing.publish, { id: there.id, now: true, also: 'set' })
  const told = async (user_id: number) =>
    (
      await db()
        .selectFrom('messages')
        .select('about')
        .where('kind', '=', 'task.published')
        .where('user_id', '=', user_id)
        .execute()
    ).map(({ about }) => about)
  expect(await told(student.id)).toEqual([`task:${there.id}`])
  expect(await told(only.id)).toEqual([`task:${here.id}`])
})
