import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { iso } from '../../db/time.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { aSubmission } from '../../submissions/factory.ts'
import { anEnrolment, aTask } from '../../tasks/factory.ts'
import type { Task } from '../../tasks/rules.ts'
import { makeSet } from '../../tasks/sets/set-store.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'

const morning = firstBell + 3_600_000

let school: School
let given: [Task, Task]
let set_id: number
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  teacher = await aUser(db(), { roles: ['teacher'] })
  set_id = await makeSet(db(), { owner_id: teacher.id, title: '食堂排队', now: firstBell })
  const made = []
  for (const name of ['高一（1）班', '高一（2）班']) {
    const { id: guild_id } = await aGuild(db(), { name })
    await aMember(db(), { guild_id, user_id: teacher.id, role: 'teacher' })
    made.push(await aTask(db(), { guild_id, title: '食堂排队', set_id, hold: true, scored: true }))
  }
  given = made as [Task, Task]
})
afterAll(() => school.close())

const db = () => school.app.db
const as = (user: { id: number }) => school.as(user, { audience: 'admin', role: 'teacher' })
const handedIn = async (task: Task) => {
  const student = await aPersonIn(db(), { guild_id: task.guild_id, role: 'student' })
  const row = await anEnrolment(db(), task, { user_id: student.id, state: 'submitted' })
  const { id: submit_id } = await aSubmission(db(), row, { submitted_at: firstBell })
  return { student, submit_id }
}
const mark = async (submit_id: number, score: number) => {
  await as(teacher)(reviewsAdmin.open, { submit_id })
  await as(teacher)(reviewsAdmin.decide, { submit_id, decision: 'pass', score })
}
const marked = async (task: Task, score = 80) => {
  const work = await handedIn(task)
  await mark(work.submit_id, score)
  return work
}
const stateOf = async (task: Task, student: { id: number }) =>
  (await school.as(student)(tasks.listByGuild, { guild_id: task.guild_id })).list[0]?.state
const standing = () => as(teacher)(reviewSetsAdmin.standing, { set_id })
const atEight = (more: { task_ids?: number[]; follow?: boolean } = {}) =>
  as(teacher)(reviewSetsAdmin.release, { set_id, at: iso(morning), ...more })
const morningComes = async () => {
  school.clock.set(morning)
  await school.app.jobs.run('reviews.release')
}

test('two classes are released at the time that was said, and not a moment before; twice is once', async () => {
  const [one, two] = given
  const first = await marked(one)
  const second = await marked(two)
  expect((await atEight()).classes).toMatchObject([
    { done: true, released: 0 },
    { done: true, released: 0 },
  ])
  expect((await standing()).classes[0]?.timed).toEqual({ at: iso(morning), follow: false, reason: '', text: '' })
  await school.app.jobs.run('reviews.release')
  expect(await stateOf(one, first.student)).toBe('submitted')
  await morningComes()
  await school.app.jobs.run('reviews.release')
  expect([await stateOf(one, first.student), await stateOf(two, second.student)]).toEqual(['passed', 'passed'])
  expect((await standing()).classes.map(({ timed, released }) => [timed, released])).toEqual([
    [null, 1],
    [null, 1],
  ])
})

test('a class that a teacher releases by hand from its own page waits for no time: what is held later stays held', async () => {
  const [one, two] = given
  const early = await marked(one)
  await marked(two)
  await atEight({ follow: true })
  await as(teacher)(reviewsAdmin.release, { task_id: one.id, submit_ids: [] })
  expect((await standing()).classes.map(({ timed }) => timed !== null)).toEqual([true, true])
  await as(teacher)(reviewsAdmin.release, { task_id: one.id, preview: true })
  expect((await standing()).classes.map(({ timed }) => timed !== null)).toEqual([true, true])
  await as(teacher)(reviewsAdmin.release, { task_id: one.id })
  expect((await standing()).classes.map(({ timed }) => timed !== null)).toEqual([false, true])
  const late = await marked(one)
  await morningComes()
  expect([await stateOf(one, early.student), await stateOf(one, late.student)]).toEqual(['passed', 'submitted'])
})

test('what is not reviewed yet follows once it is, or is kept, as the teacher chose', async () => {
  const [one, two] = given
  const works = [await handedIn(one), await handedIn(two)] as const
  await marked(one)
  await marked(two)
  await as(teacher)(reviewSetsAdmin.release, { set_id, task_ids: [one.id], follow: true })
  await as(teacher)(reviewSetsAdmin.release, { set_id, task_ids: [two.id], follow: false })
  for (const { submit_id } of works) await mark(submit_id, 70)
  expect([await stateOf(one, works[0].student), await stateOf(two, works[1].student)]).toEqual(['passed', 'submitted'])
})

test('what follows a release by the clock follows only once it is out', async () => {
  const [one] = given
  const early = await marked(one)
  await atEight({ follow: true, task_ids: [one.id] })
  const work = await handedIn(one)
  await mark(work.submit_id, 70)
  expect(await stateOf(one, work.student)).toBe('submitted')
  await morningComes()
  expect([await stateOf(one, early.student), await stateOf(one, work.student)]).toEqual(['passed', 'passed'])
  expect(await stateOf(one, (await marked(one)).student)).toBe('passed')
})

test('one class that cannot says why, the other is out; another press is another try', async () => {
  const [one, two] = given
  await marked(one)
  const second = await marked(two)
  await atEight({ follow: true })
  await as(teacher)(termsAdmin.archiveGuild, { guild_id: one.guild_id })
  await morningComes()
  expect(await stateOf(two, second.student)).toBe('passed')
  const [first, other] = (await standing()).classes
  expect(first?.timed).toMatchObject({ reason: 'ARCHIVED', text: '公会已归档，只能查看' })
  expect(other?.timed).toBeNull()
  expect((await as(teacher)(reviewSetsAdmin.release, { set_id })).classes[0]).toMatchObject({ reason: 'ARCHIVED' })
})

test('whoever no longer reviews there releases nothing there by a time said before', async () => {
  const [one, two] = given
  const first = await marked(one)
  const second = await marked(two)
  await atEight()
  await db()
    .updateTable('guild_members')
    .set({ role: 'student' })
    .where('user_id', '=', teacher.id)
    .where('guild_id', '=', one.guild_id)
    .execute()
  await morningComes()
  expect([await stateOf(one, first.student), await stateOf(two, second.student)]).toEqual(['submitted', 'passed'])
})

test('a teacher who takes over a class reads at once that the time her predecessor set will not come, and sets it herself', async () => {
  const [one, two] = given
  const first = await marked(one)
  await atEight()
  const successor = await aPersonIn(db(), { guild_id: one.guild_id, role: 'teacher' })
  const timed = async (who: { id: number }) => (await as(who)(reviewSetsAdmin.standing, { set_id })).classes[0]?.timed
  expect(await timed(successor)).toMatchObject({ reason: '' })
  await as(successor)(guildPeople.removeStaff, { guild_id: one.guild_id, user_id: teacher.id })
  const text = '定下时间的人不再批阅这个班的作品'
  expect(await timed(successor)).toEqual({ at: iso(morning), follow: false, reason: 'left', text })
  expect(await as(teacher)(reviewSetsAdmin.standing, { set_id })).toMatchObject({
    classes: [{ task_id: two.id, timed: { reason: '' } }],
  })
  await morningComes()
  expect(await timed(successor)).toMatchObject({ reason: 'ROLE', text })
  await as(successor)(reviewSetsAdmin.release, { set_id, at: iso(morning + 1_000) })
  expect(await timed(successor)).toMatchObject({ reason: '' })
  school.clock.set(morning + 1_000)
  await school.app.jobs.run('reviews.release')
  expect(await stateOf(one, first.student)).toBe('passed')
})

test('a time is taken back or put off, and never lies behind', async () => {
  const [one, two] = given
  const first = await marked(one)
  await atEight()
  expect(await as(teacher)(reviewSetsAdmin.stopRelease, { set_id, task_ids: [two.id] })).toEqual({ stopped: 1 })
  await as(teacher)(reviewSetsAdmin.release, { set_id, at: iso(morning + 1), task_ids: [one.id] })
  await morningComes()
  expect(await stateOf(one, first.student)).toBe('submitted')
  expect(await reasonOf(atEight())).toBe('INVALID')
  expect(await as(teacher)(reviewSetsAdmin.stopRelease, { set_id })).toEqual({ stopped: 1 })
  await as(teacher)(reviewSetsAdmin.release, { set_id, at: iso(morning + 1_000) })
  const colleague = await aPersonIn(db(), { guild_id: two.guild_id, role: 'teacher' })
  expect(await as(colleague)(reviewSetsAdmin.stopRelease, { set_id, task_ids: [one.id] })).toEqual({ stopped: 0 })
  expect(await as(colleague)(reviewSetsAdmin.stopRelease, { set_id })).toEqual({ stopped: 1 })
  expect((await standing()).classes.map(({ timed }) => timed !== null)).toEqual([true, false])
  const stranger = await aPersonIn(db(), { guild_id: (await aGuild(db())).id, role: 'teacher' })
  expect(await reasonOf(as(stranger)(reviewSetsAdmin.stopRelease, { set_id }))).toBe('NOT_FOUND')
})

test('the five parts and the average count held and released results once, and no returned work', async () => {
  const [one, two] = given
  for (const score of [59, 60, 79, 80, 100]) await marked(one, score)
  await as(teacher)(reviewSetsAdmin.release, { set_id })
  await marked(two, 90)
  const { classes, average } = await standing()
  expect(classes.map(({ parts, average: mean }) => [parts, mean])).toEqual([
    [[1, 1, 1, 1, 1], 75.6],
    [[0, 0, 0, 0, 1], 90],
  ])
  expect(average).toBe(78)
  for (const one of classes)
    expect(one.people).toBe(one.scored + one.returning + one.waiting + one.released + one.excused + one.missing)
})

test('a class that a teacher takes out of the set is not released at the time said for it, whether heard of by then or not', async () => {
  const [one, two] = given
  const first = await marked(one)
  const second = await marked(two)
  await atEight({ follow: true })
  await as(teacher)(taskSetsAdmin.takeOut, { id: one.id })
  await morningComes()
  expect([await stateOf(one, first.student), await stateOf(two, second.student)]).toEqual(['submitted', 'passed'])
  expect(await stateOf(one, (await marked(one)).student)).toBe('submitted')
})

test('a class that was taken out and given the task anew waits for no time that was said before', async () => {
  const [one, two] = given
  await marked(one)
  await atEight()
  await as(teacher)(taskSetsAdmin.takeOut, { id: one.id })
  await school.app.events.drain()
  await as(teacher)(taskSetsAdmin.spread, { id: one.id, guild_ids: [two.guild_id] })
  const again = await db().selectFrom('tasks').select('set_id').where('id', '=', one.id).executeTakeFirstOrThrow()
  const { classes } = await as(teacher)(reviewSetsAdmin.standing, { set_id: again.set_id ?? 0 })
  expect(classes.find(({ task_id }) => task_id === one.id)?.timed).toBeNull()
  expect((await standing()).classes.map(({ timed }) => timed !== null)).toEqual([true])
})
