import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
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

test('what is typed for a task that is done in person is counted as held, and released with the others', async () => {
  const [one, two] = given
  await db().updateTable('tasks').set({ channel: 'offline', max_score: 50 }).where('set_id', '=', set_id).execute()
  const type = async (task: Task, typed: { score: number | null; word?: 'missing' }) => {
    const student = await aPersonIn(db(), { guild_id: task.guild_id, role: 'student' })
    await as(teacher)(enteredResultsAdmin.set, { task_id: task.id, user_id: student.id, base_version: 0, ...typed })
    return student
  }
  const heard = await type(one, { score: 40 })
  await type(one, { score: null, word: 'missing' })
  await type(two, { score: 20 })
  await aPersonIn(db(), { guild_id: two.guild_id, role: 'student' })
  expect(await standing()).toMatchObject([
    { people: 2, scored: 2, waiting: 0, missing: 0, released: 0, parts: [0, 0, 0, 1, 0], average: 80 },
    { people: 2, scored: 1, waiting: 0, missing: 1, released: 0, parts: [1, 0, 0, 0, 0], average: 40 },
  ])
  const { classes } = await as(teacher)(reviewSetsAdmin.release, { set_id })
  expect(classes.map(({ released }) => released)).toEqual([2, 1])
  expect(await standing()).toMatchObject([
    { scored: 0, released: 1, average: 80 },
    { scored: 0, released: 1, average: 40 },
  ])
  const [card] = (await school.as(heard)(tasks.listByGuild, { guild_id: one.guild_id })).list
  expect(card).toMatchObject({ state: 'passed', score: 40 })
})

test('a class that is archived meanwhile says so, and the other is released all the same', async () => {
  const [one, two] = given
  await hold((await handedIn(one)).submit_id, 'pass')
  await hold((await handedIn(two)).submit_id, 'pass')
  await as(teacher)(termsAdmin.archiveGuild, { guild_id: one.guild_id })
  const at = new Date(now + 3_600_000).toISOString()
  expect(
    (await as(teacher)(reviewSetsAdmin.release, { set_id, task_ids: [one.id], at })).classes,
    'at a time',
  ).toMatchObject([{ done: false, reason: 'ARCHIVED' }])
  expect((await as(teacher)(reviewSetsAdmin.release, { set_id })).classes).toMatchObject([
    { guild_name: '高一（1）班', done: false, reason: 'ARCHIVED', released: 0 },
    { guild_name: '高一（2）班', done: true, released: 1 },
  ])
})

test('a class whose works one does not review is neither counted nor named nor released', async () => {
  const [one, two] = given
  await hold((await handedIn(one)).submit_id, 'pass')
  await hold((await handedIn(two)).submit_id, 'pass')
  const assistant = await aUser(db(), { roles: ['assistant'] })
  await aMember(db(), { guild_id: one.guild_id, user_id: assistant.id, role: 'assistant', can_review: true })
  await aMember(db(), { guild_id: two.guild_id, user_id: assistant.id, role: 'assistant', can_review: false })
  const by = as(assistant, 'assistant')
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

test('who has handed in nothing in any class is listed once, and as many are reminded as it says', async () => {
  const [one, two] = given
  const dates = { due_at: now + 3_600_000, close_at: now + 7_200_000 }
  await db().updateTable('tasks').set(dates).where('set_id', '=', set_id).execute()
  const waits = await aPersonIn(db(), { guild_id: one.guild_id, role: 'student' })
  const both = await aPersonIn(db(), { guild_id: one.guild_id, role: 'student' })
  await aMember(db(), { guild_id: two.guild_id, user_id: both.id })
  const works = await aPersonIn(db(), { guild_id: one.guild_id, role: 'student' })
  await aMember(db(), { guild_id: two.guild_id, user_id: works.id })
  await school.as(works)(tasks.accept, { id: two.id })
  const gaveUp = await aPersonIn(db(), { guild_id: two.guild_id, role: 'student' })
  await anEnrolment(db(), two, { user_id: gaveUp.id, state: 'aborted' })
  await handedIn(two)
  const missing = () => as(teacher)(reviewToolsAdmin.missing, { set_id })
  const { list, total, can_remind } = await missing()
  expect(list).toMatchObject([
    { student: { user_id: waits.id }, task_id: one.id, state: 'available' },
    { student: { user_id: both.id }, task_id: one.id, state: 'available' },
    { student: { user_id: works.id }, task_id: two.id, state: 'doing', guild_name: '高一（2）班' },
    { student: { user_id: gaveUp.id }, task_id: two.id, state: 'aborted' },
  ])
  expect([list.length, total]).toEqual([4, 4])
  expect(can_remind).toMatchObject([
    { task_id: one.id, people: 2 },
    { task_id: two.id, people: 1 },
  ])
  const pressed = await Promise.all([1, 2].map(() => as(teacher)(reviewToolsAdmin.remind, { set_id })))
  expect(pressed).toEqual([
    { people: 3, classes: can_remind },
    { people: 3, classes: can_remind },
  ])
  const told = await db()
    .selectFrom('messages')
    .select(['user_id', 'about'])
    .where('kind', '=', 'task.reminded')
    .where('user_id', 'in', [waits.id, both.id, works.id, gaveUp.id])
    .orderBy('user_id')
    .execute()
  expect(told).toEqual([
    { user_id: waits.id, about: `remind:${one.id}` },
    { user_id: both.id, about: `remind:${one.id}` },
    { user_id: works.id, about: `remind:${two.id}` },
  ])
  expect((await missing()).list.map(({ reminded_at }) => reminded_at !== null)).toEqual([true, true, true, false])
  // After one class has closed, students who are also in another can still submit there.
  await db()
    .updateTable('tasks')
    .set({ close_at: now - 1, due_at: now - 1 })
    .where('id', '=', one.id)
    .execute()
  expect((await missing()).can_remind).toMatchObject([{ task_id: two.id, people: 2 }])
  expect(await as(teacher)(reviewToolsAdmin.remind, { set_id, user_ids: [both.id, waits.id] })).toMatchObject({
    people: 1,
    classes: [{ task_id: two.id }],
  })
})

test('only classes that one reviews and that are not archived are listed and reminded', async () => {
  const [one, two] = given
  await db()
    .updateTable('tasks')
    .set({ close_at: now + 3_600_000 })
    .where('set_id', '=', set_id)
    .execute()
  for (const { guild_id } of given) await aPersonIn(db(), { guild_id, role: 'student' })
  const other = await aPersonIn(db(), { guild_id: two.guild_id, role: 'teacher' })
  expect((await as(other)(reviewToolsAdmin.missing, { set_id })).list.map(({ task_id }) => task_id)).toEqual([two.id])
  expect(await as(other)(reviewToolsAdmin.remind, { set_id })).toMatchObject({ people: 1 })
  const stranger = await aUser(db(), { roles: ['teacher'] })
  expect(await reasonOf(as(stranger)(reviewToolsAdmin.missing, { set_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(as(stranger)(reviewToolsAdmin.remind, { set_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(as(teacher)(reviewToolsAdmin.remind, { set_id, task_id: one.id }))).toBe('INVALID')
  expect(await reasonOf(as(teacher)(reviewToolsAdmin.missing, {}))).toBe('INVALID')
  await as(teacher)(termsAdmin.archiveGuild, { guild_id: one.guild_id })
  expect((await as(teacher)(reviewToolsAdmin.missing, { set_id })).list.map(({ task_id }) => task_id)).toEqual([two.id])
})
