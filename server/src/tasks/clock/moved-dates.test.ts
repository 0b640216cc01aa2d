import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedValue } from '../../db/stored-json.ts'
import { iso } from '../../db/time.ts'
import { aPersonIn } from '../../guilds/factory.ts'
import { aSubmission } from '../../submissions/factory.ts'
import { staffedGuild } from '../../testing/task-writing.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { findEnrolment } from '../enrolment-store.ts'
import { anEnrolment, aTask } from '../factory.ts'
import { findTask } from '../store.ts'

const hour = 3_600_000
const day = 24 * hour

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
let now: number
beforeEach(async () => {
  school = await testApp()
  now = school.clock.now()
  ;({ guild, student, teacher } = await staffedGuild(school))
})
afterEach(() => school.close())

const db = () => school.app.db
const staff = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const task = (given: Partial<Parameters<typeof aTask>[1]>) =>
  aTask(db(), { guild_id: guild.id, accepted_count: 1, ...given })
const move = (id: number, to: number) =>
  staff()(taskEditing.update, { id, base_version: 0, due_at: iso(to), close_at: iso(to) })
const extend = (task_id: number, until: number) =>
  staff()(tasksAdmin.extend, { task_id, user_ids: [student.id], reason: '生病了', until: iso(until) })
const told = async () =>
  (
    await db().selectFrom('messages').select(['kind', 'data']).where('user_id', '=', student.id).orderBy('id').execute()
  ).map(({ kind, data }) => [kind, storedValue(data).due_at])

test('later dates reopen a task that the clock has closed: students accept and submit, and other students’ works are hidden again', async () => {
  const { id, guild_id } = await task({ type: 'main', due_at: now + hour, close_at: now + hour })
  const author = await aPersonIn(db(), { guild_id: guild.id, role: 'student' })
  const passed = await anEnrolment(db(), { id, guild_id }, { user_id: author.id, state: 'passed' })
  const work = await aSubmission(db(), passed, { status: 'released', share: 'guild', submitted_at: now })
  school.clock.move(hour)
  await school.app.jobs.run('tasks.expire')
  const sees = async () =>
    (await school.as(student)(works.list, {})).list.some((one: { id: number }) => one.id === work.id)
  expect(await sees()).toBe(true)
  expect((await move(id, now + 5 * day)).status).toBe('open')
  await school.app.jobs.run('tasks.expire')
  expect((await findTask(db(), id))?.status).toBe('open')
  expect(await sees()).toBe(false)
  await school.as(student)(tasks.accept, { id })
  const handedIn = { task_id: id, content: '写完了。', key: 'first-version' }
  expect(await school.as(student)(submissions.submit, handedIn)).toMatchObject({ state: 'submitted' })
})

test('a scheduled task whose opening time is removed opens at once, and its students are told', async () => {
  const { id } = await task({ status: 'scheduled', open_at: now + day, due_at: now + 30 * day, accepted_count: 0 })
  await staff()(taskEditing.update, { id, base_version: 0, open_at: null })
  await school.app.jobs.run('tasks.open')
  expect((await findTask(db(), id))?.status).toBe('open')
  expect((await told()).map(([kind]) => kind)).toEqual(['task.published'])
})

test('a student who was given more time is reminded of the new date only', async () => {
  const { id, guild_id } = await task({ due_at: now + 20 * hour, close_at: now + 10 * day })
  await anEnrolment(db(), { id, guild_id }, { user_id: student.id })
  await school.app.jobs.run('tasks.remind')
  expect(await told()).toEqual([['task.due_soon', iso(now + 20 * hour)]])
  await extend(id, now + 7 * day)
  expect((await told()).map(([kind]) => kind)).toEqual(['task.extended'])
  school.clock.move(6 * day + hour)
  await school.app.jobs.run('tasks.remind')
  await school.app.jobs.run('tasks.remind')
  expect((await told()).slice(1)).toEqual([['task.due_soon', iso(now + 7 * day)]])
})

test('students whose date moves after the reminder are reminded again', async () => {
  const { id, guild_id } = await task({ due_at: now + 20 * hour, close_at: now + 20 * hour })
  await anEnrolment(db(), { id, guild_id }, { user_id: student.id })
  await school.app.jobs.run('tasks.remind')
  await move(id, now + 7 * day)
  school.clock.move(6 * day + hour)
  await school.app.jobs.run('tasks.remind')
  expect(await told()).toEqual([
    ['task.dates_changed', iso(now + 7 * day)],
    ['task.due_soon', iso(now + 7 * day)],
  ])
})

test('a student with more time in a closed task is reminded of the new date', async () => {
  const { id } = await task({ due_at: now - hour, close_at: now - hour, status: 'closed', accepted_count: 0 })
  await extend(id, now + 3 * day)
  school.clock.move(2 * day + hour)
  await school.app.jobs.run('tasks.remind')
  expect((await told()).slice(1)).toEqual([['task.due_soon', iso(now + 3 * day)]])
})

test('a later date for everybody and its undoing do not change the time a student was given on their own', async () => {
  const { id, guild_id } = await task({ due_at: now + day, close_at: now + day })
  const row = await anEnrolment(db(), { id, guild_id }, { user_id: student.id })
  await extend(id, now + 3 * day)
  await db()
    .updateTable('tasks')
    .set({ due_at: now + 7 * day, close_at: now + 7 * day })
    .where('id', '=', id)
    .execute()
  const stateAt = async (at: number) => {
    school.clock.set(at)
    await school.app.jobs.run('tasks.expire')
    return (await findEnrolment(db(), row.id))?.state
  }
  expect(await stateAt(now + 3 * day)).toBe('doing')
  await db()
    .updateTable('tasks')
    .set({ due_at: now + day, close_at: now + day })
    .where('id', '=', id)
    .execute()
  expect(await stateAt(now + 3 * day - 1)).toBe('doing')
  expect(await stateAt(now + 3 * day + 60_000)).toBe('expired')
})

test('a student with a later date of their own is not told of the task’s new date', async () => {
  const { id, guild_id } = await task({ due_at: now + day, close_at: now + day })
  await anEnrolment(db(), { id, guild_id }, { user_id: student.id })
  await extend(id, now + 9 * day)
  await move(id, now + 7 * day)
  expect((await told()).map(([kind]) => kind)).toEqual(['task.extended'])
})
