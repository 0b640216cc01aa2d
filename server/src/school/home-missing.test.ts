import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { endMembership } from '../guilds/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const hour = 3_600_000
const day = 24 * hour
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { waiting, staff } = reviewing(() => ({ school }))
const leave = (guild: { id: number }, student: { id: number }) =>
  school.app.db
    .transaction()
    .execute((db) => endMembership(db, school.app.events, { guild_id: guild.id, user_id: student.id, status: 'left' }))
const overdue = async (teacher: { id: number }) => (await staff(teacher)(schoolAdmin.home)).missing

/** A class with its teacher. */
const aClass = async () => {
  const guild = await aGuild(school.app.db)
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const aStudent = async (given: object = {}) => {
    const student = await aUser(school.app.db, given)
    await aMember(school.app.db, { guild_id: guild.id, user_id: student.id, joined_at: school.clock.now() - 30 * day })
    return student
  }
  return { guild, teacher, aStudent }
}

test('a student whose work came back with more time is overdue once that time is over, not when the task is', async () => {
  const { submit_id, review, task, teacher, student } = await waiting({ due_at: school.clock.now() + day })
  await review(reviewsAdmin.open, { submit_id })
  const return_due_at = new Date(school.clock.now() + 6 * day).toISOString()
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '再改', return_due_at })
  school.clock.move(day + 2 * hour)
  expect(await overdue(teacher)).toEqual({ total: 0, people: [] })
  school.clock.move(5 * day)
  expect(await overdue(teacher)).toMatchObject({
    total: 1,
    people: [{ user_id: student.id, tasks: 1, last_task_id: task.id }],
  })
})

test('a student whose more time ended before the task was due is overdue with the task, as everybody', async () => {
  const { guild, teacher, aStudent } = await aClass()
  const student = await aStudent()
  const now = school.clock.now()
  const task = await aTask(school.app.db, { guild_id: guild.id, due_at: now + 2 * hour })
  await anEnrolment(school.app.db, task, { user_id: student.id, extended_until: now + hour })
  school.clock.move(90 * 60_000)
  expect((await overdue(teacher)).total).toBe(0)
  school.clock.move(hour)
  expect(await overdue(teacher)).toMatchObject({ total: 1, people: [{ user_id: student.id }] })
})

test('a student who has left the class is not overdue there', async () => {
  const { guild, teacher, aStudent } = await aClass()
  const [leaves, stays] = [await aStudent(), await aStudent()]
  const ended = school.clock.now() - 2 * hour
  const task = await aTask(school.app.db, { guild_id: guild.id, status: 'closed', due_at: ended, close_at: ended })
  for (const { id } of [leaves, stays])
    await anEnrolment(school.app.db, task, { user_id: id, state: 'expired', accepted_at: ended - day })
  expect((await overdue(teacher)).total).toBe(2)
  await leave(guild, leaves)
  expect(await overdue(teacher)).toMatchObject({ total: 1, people: [{ user_id: stays.id }] })
})

/** What the home page and the list behind it say of a task. */
const bothSay = async (teacher: { id: number }, task_id: number) => {
  const { due } = await staff(teacher)(schoolAdmin.home)
  const { list } = await staff(teacher)(reviewToolsAdmin.missing, { task_id })
  return { home: due.tasks.find((one) => one.task_id === task_id)?.missing, list: list.length }
}

test('who handed in and left makes nobody else of the class hand in: the home page counts whom the list names', async () => {
  const { guild, teacher, aStudent } = await aClass()
  const [handsIn] = [await aStudent(), await aStudent()]
  const task = await aTask(school.app.db, { guild_id: guild.id, type: 'main', due_at: school.clock.now() + day })
  await anEnrolment(school.app.db, task, { user_id: handsIn.id, state: 'submitted' })
  expect(await bothSay(teacher, task.id)).toEqual({ home: 1, list: 1 })
  await leave(guild, handsIn)
  expect(await bothSay(teacher, task.id)).toEqual({ home: 1, list: 1 })
})

test('a student at work in another class hands in nothing here, and one in the next round of a daily task has not yet', async () => {
  const { db } = school.app
  const { guild, teacher, aStudent } = await aClass()
  const due_at = school.clock.now() + day
  const [elsewhere, daily] = [await aStudent(), await aStudent()]
  const other = await aGuild(db)
  await aMember(db, { guild_id: other.id, user_id: elsewhere.id })
  const set_id = await makeSet(db, { owner_id: teacher.id, title: '观察', now: school.clock.now() })
  const here = await aTask(db, { guild_id: guild.id, set_id, due_at })
  await anEnrolment(db, await aTask(db, { guild_id: other.id, set_id, due_at }), { user_id: elsewhere.id })
  expect(await bothSay(teacher, here.id)).toEqual({ home: 1, list: 1 })
  const rounds = await aTask(db, { guild_id: guild.id, type: 'daily', due_at })
  await anEnrolment(db, rounds, { user_id: daily.id, state: 'passed', round: 1 })
  await anEnrolment(db, rounds, { user_id: daily.id, state: 'doing', round: 2 })
  expect(await bothSay(teacher, rounds.id)).toEqual({ home: 2, list: 2 })
})

test('a task that a teacher gave to three classes is one that is due soon, with the students of all of them', async () => {
  const { db } = school.app
  const { guild, teacher, aStudent } = await aClass()
  const due_at = school.clock.now() + day
  const set_id = await makeSet(db, { owner_id: teacher.id, title: '观察', now: school.clock.now() })
  await aStudent()
  const others = [await aGuild(db), await aGuild(db)]
  const first = await aTask(db, { guild_id: guild.id, set_id, title: '观察', due_at: due_at + hour })
  for (const { id: guild_id } of others) {
    await aMember(db, { guild_id, user_id: teacher.id, role: 'teacher' })
    await aMember(db, { guild_id, user_id: (await aUser(db)).id, joined_at: school.clock.now() - 30 * day })
    await aTask(db, { guild_id, set_id, title: '观察', due_at })
  }
  const alone = await aTask(db, { guild_id: guild.id, due_at: due_at + 2 * hour })
  const { due } = await staff(teacher)(schoolAdmin.home)
  expect(due.total).toBe(2)
  expect(due.tasks).toMatchObject([
    { task_id: first.id, set_id, classes: 3, missing: 3, due_at: new Date(due_at).toISOString() },
    { task_id: alone.id, set_id: null, classes: 1, missing: 1 },
  ])
  expect((await staff(teacher)(reviewToolsAdmin.missing, { set_id })).list).toHaveLength(3)
})
