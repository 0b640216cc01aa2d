import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { reasonOf } from '../testing/refusal.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'

const now = firstBell

let school: School
let guilds: [{ id: number }, { id: number }]
let given: [Task, Task]
let set_id: number
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guilds = [await aGuild(db(), { name: '高一（1）班' }), await aGuild(db(), { name: '高一（2）班' })]
  teacher = await aUser(db(), { roles: ['teacher'] })
  for (const { id } of guilds) await aMember(db(), { guild_id: id, user_id: teacher.id, role: 'teacher' })
  set_id = await makeSet(db(), { owner_id: teacher.id, title: '食堂排队', now })
  const made = []
  for (const { id } of guilds)
    made.push(await aTask(db(), { guild_id: id, title: '食堂排队', set_id, hold: true, scored: true }))
  given = made as [Task, Task]
})
afterAll(() => school.close())

const db = () => school.app.db
const as = (user: { id: number }, role: 'teacher' | 'assistant' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const handedIn = async (task: Task) => {
  const student = await aPersonIn(db(), { guild_id: task.guild_id, role: 'student' })
  const row = await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' })
  const { id: submit_id } = await aSubmission(db(), row, { submitted_at: now })
  return { student, submit_id }
}
const hold = async (submit_id: number, decision: 'pass' | 'return') => {
  await as(teacher)(reviewsAdmin.open, { submit_id })
  await as(teacher)(reviewsAdmin.decide, {
    submit_id,
    decision,
    text: '再看一遍数据。',
    ...(decision === 'pass' && { score: 80 }),
  })
}
const standing = async (by = as(teacher)) => (await by(reviewSetsAdmin.standing, { set_id })).classes

test('each class is counted by where its works stand, and the numbers add up', async () => {
  const [one, two] = given
  await hold((await handedIn(one)).submit_id, 'pass')
  await hold((await handedIn(one)).submit_id, 'return')
  await handedIn(one)
  await aPersonIn(db(), { guild_id: one.guild_id, role: 'student' })
  await hold((await handedIn(two)).submit_id, 'pass')
  const both = await aPersonIn(db(), { guild_id: two.guild_id, role: 'student' })
  await aMember(db(), { guild_id: one.guild_id, user_id: both.id })
  await school.as(both)(tasks.accept, { id: two.id })
  expect(await standing()).toMatchObject([
    { guild_name: '高一（1）班', people: 4, scored: 1, returning: 1, waiting: 1, missing: 1, released: 0, excused: 0 },
    { guild_name: '高一（2）班', people: 2, scored: 1, returning: 0, waiting: 0, missing: 1 },
  ])
  expect((await as(teacher)(reviewsAdmin.queue, { set_id })).total).toBe(1)
  expect((await as(teacher)(reviewsAdmin.queue, { set_id, status: 'reviewed' })).total).toBe(3)
  const { tasks: busy } = await as(teacher)(reviewToolsAdmin.summary)
  expect(busy.map((task) => task.set_id)).toEqual([set_id, set_id])
})

test('all classes are released together, or some of them; again releases nothing twice', async () => {
  const [one, two] = given
  const first = await handedIn(one)
  await hold(first.submit_id, 'pass')
  await hold((await handedIn(two)).submit_id, 'pass')
  const release = (task_ids?: number[]) =>
    as(teacher)(reviewSetsAdmin.release, { set_id, ...(task_ids && { task_ids }) })
  expect((await release([two.id])).classes).toMatchObject([{ guild_name: '高一（2）班', done: true, released: 1 }])
  const card = async () => (await school.as(first.student)(tasks.listByGuild, { guild_id: one.guild_id })).list[0]
  expect(await card()).toMatchObject({ state: 'submitted', score: null })
  expect((await release()).classes.map(({ released }) => released)).toEqual([1, 0])
  expect(await card()).toMatchObject({ state: 'passed', score: 80 })
  expect((await release()).classes.map(({ done, released }) => [done, released])).toEqual([
    [true, 0],
    [true, 0],
  ])
})

test('a class that is archived meanwhile says so, and the other is released all the same', async () => {
  const [one, two] = given
  await hold((await handedIn(one)).submit_id, 'pass')
  await hold((await handedIn(two)).submit_id, 'pass')
  await as(teacher)(termsAdmin.archiveGuild, { guild_id: one.guild_id })
  expect((await as(teacher)(reviewSetsAdmin.release, { set_id })).classes).toMatchObject([
    { guild_name: '高一（1）班', done: false, reason: 'ARCHIVED', released: 0 },
    { guild_name: '高一（2）班', done: true, released: 1 },
  ])
})

test('a class whose works one does not review is neither counted nor named nor released', async () => {
  const [one, two] = given
  await hold((await handedIn(one)).submit_id, 'pass')
  await hold((await handedIn(two)).submit_id, 'pass')
  const helper = await aUser(db(), { roles: ['assistant'] })
  await aMember(db(), { guild_id: one.guild_id, user_id: helper.id, role: 'assistant', can_review: true })
  await aMember(db(), { guild_id: two.guild_id, user_id: helper.id, role: 'assistant', can_review: false })
  const by = as(helper, 'assistant')
  expect((await standing(by)).map(({ guild_name }) => guild_name)).toEqual(['高一（1）班'])
  expect((await by(reviewSetsAdmin.release, { set_id, task_ids: [two.id] })).classes).toEqual([])
  expect((await by(reviewSetsAdmin.release, { set_id })).classes).toHaveLength(1)
  expect((await standing())[1]).toMatchObject({ scored: 1 })
  const stranger = await aPersonIn(db(), { guild_id: (await aGuild(db())).id, role: 'teacher' })
  expect(await reasonOf(standing(as(stranger)))).toBe('NOT_FOUND')
  expect(await reasonOf(as(stranger)(reviewSetsAdmin.release, { set_id }))).toBe('NOT_FOUND')
})

test('a class that has only a draft of it, or has it in the bin, is none of those that are marked', async () => {
  const [one, two] = given
  await handedIn(one)
  for (const status of ['draft', 'trashed'] as const) {
    await db().updateTable('tasks').set({ status }).where('id', '=', two.id).execute()
    expect((await standing()).map(({ task_id }) => task_id)).toEqual([one.id])
    expect((await as(teacher)(reviewSetsAdmin.release, { set_id })).classes.map(({ task_id }) => task_id)).toEqual([
      one.id,
    ])
  }
})
