import { moments } from '@tongchuang/contract/moments.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseMoments } from './store.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

type Moment = { kind: 'seal' | 'level' | 'chapter'; id: number }
const see = (user: { id: number }, moment: Moment) => school.as(user)(moments.see, moment)

test('the seal on a work has its moment once, whichever of two devices asks first, and only for its author', async () => {
  const { student, row } = await aStudentAtWork(school.app.db, { row: { state: 'passed' } })
  const { id } = await aSubmission(school.app.db, row, { status: 'released' })
  const seal = { kind: 'seal', id } as const
  expect(await reasonOf(see(student, seal))).toBe('NOT_FOUND')
  await school.app.db.updateTable('submissions').set({ featured: true }).where('id', '=', id).execute()
  expect(await reasonOf(see(await aUser(school.app.db), seal))).toBe('NOT_FOUND')
  const [phone, laptop] = await Promise.all([see(student, seal), see(student, seal)])
  expect([phone.first, laptop.first].toSorted()).toEqual([false, true])
  expect(await see(student, seal)).toEqual({ first: false })
})

test('a level has its moment once it is reached, and lower levels than one seen have none', async () => {
  const student = await aUser(school.app.db)
  const reach = async (level_reached: number) => {
    await school.app.db.deleteFrom('ledger_totals').where('user_id', '=', student.id).execute()
    const totals = { user_id: student.id, score: 0, experience: 0, level_reached }
    await school.app.db.insertInto('ledger_totals').values(totals).execute()
  }
  expect(await reasonOf(see(student, { kind: 'level', id: 2 }))).toBe('NOT_FOUND')
  const other = { user_id: (await aUser(school.app.db)).id, score: 0, experience: 0, level_reached: 9 }
  await school.app.db.insertInto('ledger_totals').values(other).execute()
  expect(await reasonOf(see(student, { kind: 'level', id: 2 })), 'another has reached it').toBe('NOT_FOUND')
  await reach(4)
  expect(await reasonOf(see(student, { kind: 'level', id: 5 }))).toBe('NOT_FOUND')
  expect(await see(student, { kind: 'level', id: 4 })).toEqual({ first: true })
  expect(await see(student, { kind: 'level', id: 3 })).toEqual({ first: false })
  await reach(5)
  expect(await see(student, { kind: 'level', id: 5 })).toEqual({ first: true })
  expect(await see(student, { kind: 'level', id: 1 })).toEqual({ first: false })
})

test('a chapter has its moment when its last task is passed, not while one waits or has failed', async () => {
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const { id } = await db
    .insertInto('chapters')
    .values({ guild_id: guild.id, title: '学会数' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chapter = { kind: 'chapter', id } as const
  expect(await reasonOf(see(student, chapter))).toBe('NOT_FOUND')
  await db.updateTable('tasks').set({ chapter_id: id }).where('id', '=', task.id).execute()
  for (const state of ['submitted', 'failed', 'returned'] as const) {
    await db.updateTable('enrolments').set({ state }).where('id', '=', row.id).execute()
    expect(await reasonOf(see(student, chapter))).toBe('NOT_FOUND')
  }
  await db.updateTable('enrolments').set({ state: 'passed' }).where('id', '=', row.id).execute()
  expect(await see(student, chapter)).toEqual({ first: true })
  expect(await see(student, chapter)).toEqual({ first: false })
})

test('what a classmate has passed is no moment of somebody else’s', async () => {
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db, { row: { state: 'excused' } })
  const { id } = await db
    .insertInto('chapters')
    .values({ guild_id: guild.id, title: '学会数' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('tasks').set({ chapter_id: id }).where('id', '=', task.id).execute()
  const mate = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: mate.id })
  await anEnrolment(db, task, { user_id: mate.id, state: 'passed' })
  const chapter = { kind: 'chapter', id } as const
  expect(await reasonOf(see(student, chapter)), 'excused from all of it').toBe('NOT_FOUND')
  await db.updateTable('enrolments').set({ state: 'passed' }).where('id', '=', row.id).execute()
  const second = await aTask(db, { guild_id: guild.id, chapter_id: id })
  await anEnrolment(db, second, { user_id: mate.id, state: 'passed' })
  expect(await reasonOf(see(student, chapter)), 'the mate alone has passed the second').toBe('NOT_FOUND')
  expect(await see(mate, chapter)).toEqual({ first: true })
})

test('the moments one person has seen or reset do not change those of another', async () => {
  const { db } = school.app
  const [one, other] = [await aUser(db), await aUser(db)]
  for (const { id: user_id } of [one, other])
    await db.insertInto('ledger_totals').values({ user_id, score: 0, experience: 0, level_reached: 5 }).execute()
  expect(await see(other, { kind: 'level', id: 5 })).toEqual({ first: true })
  expect(await see(one, { kind: 'level', id: 3 })).toEqual({ first: true })
  await eraseMoments(db, one.id)
  expect(await see(one, { kind: 'level', id: 3 })).toEqual({ first: true })
  expect(await see(other, { kind: 'level', id: 5 })).toEqual({ first: false })
})
